/* Opens a folder of tables through both interfaces, probes it from eight threads, checks every value,
   closes, and opens again.

   Arguments: the folder with the tables, a folder without any, a file of positions, one a line: FEN, value
   (0 loss, 1 draw, 2 win), 1 where the side to move has a capture; and a folder with damaged tables. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "egdb.h"
#include "retrograde.h"

#define THREADS 8
#define MOST_POSITIONS 100000

#define CHECK(condition)                                                                            \
    do {                                                                                            \
        if (!(condition)) {                                                                         \
            fprintf(stderr, "%s:%d: not so: %s (last error: %s)\n", __FILE__, __LINE__, #condition, \
                    retrograde_last_error());                                                       \
            exit(1);                                                                                \
        }                                                                                           \
    } while (0)

typedef struct {
    RetrogradePosition position;
    RetrogradeValue value;
    int capture;
} Example;

static Example examples[MOST_POSITIONS];
static size_t example_count;
static int message_count;

static void count_message(char *text) {
    CHECK(strlen(text) > 0 && text[strlen(text) - 1] == '\n');
    text[0] = 0;
    message_count++;
}

static void read_examples(const char *path) {
    char fen[RETROGRADE_FEN_SIZE], again[RETROGRADE_FEN_SIZE];
    int value, capture;
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    while (fscanf(file, "%159s %d %d", fen, &value, &capture) == 3) {
        Example *example = &examples[example_count++];
        CHECK(example_count < MOST_POSITIONS);
        CHECK(retrograde_position_from_fen(fen, &example->position) == RETROGRADE_STATUS_OK);
        CHECK(retrograde_position_to_fen(&example->position, again, sizeof again) == RETROGRADE_STATUS_OK);
        CHECK(strcmp(fen, again) == 0);
        example->value = (RetrogradeValue)value;
        example->capture = capture;
    }
    CHECK(feof(file) && example_count > 0);
    fclose(file);
}

/* The order of the examples is another one for each thread. */
static const Example *example_number(size_t number, size_t thread) {
    return &examples[(number * (2 * thread + 1) + thread * 977) % example_count];
}

/* Examples that had a distance, as one of the threads counts them. */
static _Thread_local size_t distances_found;

static void check_moves(const RetrogradeTables *tables, const Example *example) {
    RetrogradeMove moves[64];
    size_t count = 99, number;
    RetrogradeValue after;
    CHECK(retrograde_probe_moves(tables, &example->position, moves, 64, &count) == RETROGRADE_STATUS_OK);
    CHECK(count <= 64);
    CHECK(count > 0 ? moves[0].value == example->value : example->value == RETROGRADE_VALUE_LOSS);
    for (number = 0; number < count; number++) {
        const RetrogradeMove *move = &moves[number];
        CHECK(retrograde_probe(tables, &move->after, &after) == RETROGRADE_STATUS_OK);
        CHECK(after + move->value == RETROGRADE_VALUE_WIN);
        CHECK(number == 0 || move->value <= moves[number - 1].value);
        CHECK((move->captured != 0) == example->capture);
        CHECK(1 <= move->from && move->from <= 32 && 1 <= move->to && move->to <= 32);
        CHECK(move->after.side_to_move == 1 - example->position.side_to_move);
        CHECK((unsigned)atoi(move->text) == move->from);
        CHECK(strchr(move->text, example->capture ? 'x' : '-') != NULL);
    }
    if (count > 1) {
        RetrogradeMove first;
        CHECK(retrograde_probe_moves(tables, &example->position, &first, 1, &number)
              == RETROGRADE_STATUS_BUFFER_TOO_SMALL);
        CHECK(number == count && strcmp(first.text, moves[0].text) == 0);
    }
}

/* Distances are those of the moves, one ply on; those of king against king are there. */
static void check_distance(const RetrogradeTables *tables, const Example *example) {
    RetrogradeDistance distance, again;
    RetrogradeMove move;
    RetrogradeStatus status;
    size_t count;
    CHECK(retrograde_probe_distance(tables, &example->position, &distance) == RETROGRADE_STATUS_OK);
    CHECK(distance.value == example->value);
    CHECK(distance.kind == RETROGRADE_DISTANCE_KIND_WIN || distance.plies == 0);
    if (distance.kind == RETROGRADE_DISTANCE_KIND_WIN) {
        CHECK(distance.value != RETROGRADE_VALUE_DRAW);
        CHECK(distance.plies % 2 == (distance.value == RETROGRADE_VALUE_WIN));
        distances_found++;
    }
    status = retrograde_probe_moves(tables, &example->position, &move, 1, &count);
    if ((status == RETROGRADE_STATUS_OK || status == RETROGRADE_STATUS_BUFFER_TOO_SMALL) && count > 0
        && distance.kind == RETROGRADE_DISTANCE_KIND_WIN
        && move.distance == RETROGRADE_DISTANCE_KIND_WIN) {
        CHECK(move.plies == distance.plies);
    }
    status = retrograde_probe_distance_if_cached(tables, &example->position, &again);
    CHECK(status == RETROGRADE_STATUS_OK || status == RETROGRADE_STATUS_NOT_CACHED);
    if (status == RETROGRADE_STATUS_OK) {
        CHECK(again.value == distance.value && again.kind == distance.kind && again.plies == distance.plies);
    }
}

typedef struct {
    const RetrogradeTables *tables;
    EGDB_DRIVER *normal, *row_reversed;
    size_t thread;
} Work;

static void *probe_all(void *argument) {
    const Work *work = argument;
    size_t number;
    for (number = 0; number < example_count; number++) {
        const Example *example = example_number(number, work->thread);
        RetrogradeValue value;
        RetrogradeStatus quiet, cached;
        CHECK(retrograde_prefetch(work->tables, &example->position) == RETROGRADE_STATUS_OK);
        CHECK(retrograde_probe(work->tables, &example->position, &value) == RETROGRADE_STATUS_OK);
        CHECK(value == example->value);
        quiet = retrograde_probe_quiet(work->tables, &example->position, &value);
        CHECK(quiet == (example->capture ? RETROGRADE_STATUS_CAPTURE_TO_MOVE : RETROGRADE_STATUS_OK));
        CHECK(value == example->value);
        cached = retrograde_probe_if_cached(work->tables, &example->position, &value);
        CHECK(cached == RETROGRADE_STATUS_OK || cached == RETROGRADE_STATUS_NOT_CACHED);
        CHECK(value == example->value);
        check_distance(work->tables, example);
        if (number % 16 == 0) {
            check_moves(work->tables, example);
        }
    }
    CHECK(distances_found > 0);
    return NULL;
}

static uint32_t rows_reversed(uint32_t squares) {
    uint32_t result = 0;
    int square;
    for (square = 0; square < 32; square++) {
        if (squares >> square & 1) {
            result |= (uint32_t)1 << (square / 4 * 4 + 3 - square % 4);
        }
    }
    return result;
}

static int egdb_value(RetrogradeValue value) {
    return value == RETROGRADE_VALUE_WIN ? EGDB_WIN : value == RETROGRADE_VALUE_DRAW ? EGDB_DRAW : EGDB_LOSS;
}

static EGDB_BITBOARD normal_position(const RetrogradePosition *from) {
    EGDB_BITBOARD position;
    memset(&position, 0xEE, sizeof position);
    position.normal.black = from->black_men | from->black_kings;
    position.normal.white = from->white_men | from->white_kings;
    position.normal.king = from->black_kings | from->white_kings;
    return position;
}

static EGDB_BITBOARD row_reversed_position(const RetrogradePosition *from) {
    EGDB_BITBOARD position;
    position.row_reversed.black_man = rows_reversed(from->black_men);
    position.row_reversed.black_king = rows_reversed(from->black_kings);
    position.row_reversed.white_man = rows_reversed(from->white_men);
    position.row_reversed.white_king = rows_reversed(from->white_kings);
    return position;
}

static void *look_all_up(void *argument) {
    const Work *work = argument;
    size_t number;
    for (number = 0; number < example_count; number++) {
        const Example *example = example_number(number, work->thread);
        int colour = example->position.side_to_move == RETROGRADE_BLACK ? EGDB_BLACK : EGDB_WHITE;
        int expected = egdb_value(example->value), cached;
        EGDB_BITBOARD position = normal_position(&example->position);
        cached = work->normal->lookup(work->normal, &position, colour, 1);
        CHECK(cached == expected || cached == EGDB_NOT_IN_CACHE);
        CHECK(work->normal->lookup(work->normal, &position, colour, 0) == expected);
        position = row_reversed_position(&example->position);
        CHECK(work->row_reversed->lookup(work->row_reversed, &position, colour, 0) == expected);
        if (number % 4096 == 0) {
            CHECK(work->normal->get_stats(work->normal)->db_requests > 0);
        }
    }
    return NULL;
}

static void in_threads(void *(*body)(void *), const Work *work) {
    pthread_t threads[THREADS];
    Work works[THREADS];
    size_t number;
    for (number = 0; number < THREADS; number++) {
        works[number] = *work;
        works[number].thread = number;
        CHECK(pthread_create(&threads[number], NULL, body, &works[number]) == 0);
    }
    for (number = 0; number < THREADS; number++) {
        CHECK(pthread_join(threads[number], NULL) == 0);
    }
}

/* Every function with arguments that mean nothing: a status and a text, never more. */
static void check_bad_arguments(const char *folder, RetrogradeTables *tables) {
    RetrogradePosition position, overlap = {0, 1, 1, 0, 0}, crowned = {1, 0, 0, 1, 0}, colour = {2, 1, 0, 0, 2};
    RetrogradeValue value = RETROGRADE_VALUE_DRAW;
    RetrogradeTables *none = NULL;
    RetrogradeOptions options;
    unsigned char larger[sizeof options + 8];
    char small[4];
    uint32_t pieces;
    size_t count;
    const RetrogradeStatus bad = RETROGRADE_STATUS_BAD_ARGUMENT;

    CHECK(retrograde_position_from_fen("W:WK32:BK26", &position) == RETROGRADE_STATUS_OK);
    CHECK(retrograde_position_from_fen(NULL, &position) == bad);
    CHECK(strcmp(retrograde_last_error(), "fen is null") == 0);
    CHECK(retrograde_position_from_fen("W:WK32:BK26", NULL) == bad);
    CHECK(retrograde_position_from_fen("W:W\xff", &position) == bad);
    CHECK(retrograde_position_from_fen("W:WK33:BK26", &position) == RETROGRADE_STATUS_NOT_A_POSITION);
    CHECK(strstr(retrograde_last_error(), "K33") != NULL);
    CHECK(retrograde_position_to_fen(&position, small, sizeof small) == RETROGRADE_STATUS_BUFFER_TOO_SMALL);
    CHECK(retrograde_position_to_fen(&position, NULL, 160) == bad);
    CHECK(retrograde_position_to_fen(&position, NULL, 0) == RETROGRADE_STATUS_BUFFER_TOO_SMALL);
    CHECK(retrograde_position_to_fen(&position, small, SIZE_MAX) == bad);

    CHECK(retrograde_probe(NULL, &position, &value) == bad);
    CHECK(retrograde_probe(tables, NULL, &value) == bad);
    CHECK(retrograde_probe(tables, &position, NULL) == bad);
    CHECK(retrograde_probe(tables, (RetrogradePosition *)((char *)&position + 1), &value) == bad);
    CHECK(strstr(retrograde_last_error(), "aligned") != NULL);
    CHECK(retrograde_probe_quiet(tables, &position, NULL) == bad);
    CHECK(retrograde_probe_if_cached(NULL, NULL, NULL) == bad);
    CHECK(retrograde_probe_distance(tables, &position, NULL) == bad);
    CHECK(retrograde_probe_distance_if_cached(tables, NULL, NULL) == bad);
    CHECK(retrograde_prefetch(tables, NULL) == bad);
    CHECK(retrograde_probe(tables, &overlap, &value) == RETROGRADE_STATUS_NOT_A_POSITION);
    CHECK(retrograde_probe(tables, &crowned, &value) == RETROGRADE_STATUS_NOT_A_POSITION);
    CHECK(retrograde_probe(tables, &colour, &value) == bad);
    CHECK(retrograde_probe_moves(tables, &position, NULL, 3, &count) == bad);
    CHECK(retrograde_probe_moves(tables, &position, NULL, 0, NULL) == bad);
    CHECK(retrograde_probe_moves(tables, &position, NULL, 0, &count) == RETROGRADE_STATUS_BUFFER_TOO_SMALL);
    CHECK(count > 0);
    CHECK(retrograde_max_pieces(NULL, &pieces) == bad);
    CHECK(retrograde_max_pieces(tables, NULL) == bad);
    CHECK(retrograde_verify(NULL) == bad);
    CHECK(retrograde_close(NULL) == RETROGRADE_STATUS_OK);
    CHECK(value == RETROGRADE_VALUE_DRAW);

    CHECK(retrograde_position_from_fen("W:W29,30:B2,15", &position) == RETROGRADE_STATUS_OK);
    CHECK(retrograde_probe(tables, &position, &value) == RETROGRADE_STATUS_TOO_MANY_PIECES);

    CHECK(retrograde_options_init(NULL, sizeof options) == bad);
    CHECK(retrograde_options_init(&options, 3) == bad);
    CHECK(retrograde_options_init(&options, sizeof options) == RETROGRADE_STATUS_OK);
    CHECK(options.struct_size == sizeof options && options.cache_bytes == 268435456);
    CHECK(retrograde_open(NULL, &options, &none) == bad);
    CHECK(retrograde_open(folder, &options, NULL) == bad);
    options.access = 77;
    CHECK(retrograde_open(folder, &options, &none) == bad);
    CHECK(strstr(retrograde_last_error(), "access is 77") != NULL);
    options.access = RETROGRADE_ACCESS_DEFAULT;
    options.read_ahead = 3;
    CHECK(retrograde_open(folder, &options, &none) == bad);
    options.struct_size = 0;
    CHECK(retrograde_open(folder, &options, &none) == bad);
    CHECK(retrograde_open("/no/such/folder", NULL, &none) == RETROGRADE_STATUS_IO);
    CHECK(strstr(retrograde_last_error(), "/no/such/folder") != NULL);
    CHECK(none == NULL);

    /* A program with a newer header: fine as long as it does not use what is new. */
    {
        RetrogradeOptions *newer = malloc(sizeof larger);
        CHECK(newer != NULL);
        CHECK(retrograde_options_init(newer, sizeof larger) == RETROGRADE_STATUS_OK);
        CHECK(newer->struct_size == sizeof larger);
        CHECK(retrograde_open(folder, newer, &none) == RETROGRADE_STATUS_OK);
        CHECK(retrograde_close(none) == RETROGRADE_STATUS_OK);
        memset((char *)newer + sizeof options, 1, 1);
        none = NULL;
        CHECK(retrograde_open(folder, newer, &none) == bad && none == NULL);
        free(newer);
    }
}

static void use_retrograde(const char *folder, const RetrogradeOptions *options) {
    RetrogradeTables *tables = NULL, *second = NULL;
    uint32_t pieces = 0;
    CHECK(retrograde_open(folder, options, &tables) == RETROGRADE_STATUS_OK);
    CHECK(retrograde_open(folder, NULL, &second) == RETROGRADE_STATUS_OK);
    CHECK(tables != second);
    CHECK(retrograde_max_pieces(tables, &pieces) == RETROGRADE_STATUS_OK && pieces == 3);
    CHECK(retrograde_verify(tables) == RETROGRADE_STATUS_OK);
    {
        Work work = {tables, NULL, NULL, 0};
        in_threads(probe_all, &work);
    }
    check_bad_arguments(folder, second);
    CHECK(retrograde_close(tables) == RETROGRADE_STATUS_OK);
    CHECK(retrograde_close(second) == RETROGRADE_STATUS_OK);
}

static void check_egdb_oddities(EGDB_DRIVER *driver) {
    EGDB_BITBOARD position;
    EGDB_STATS *stats;
    memset(&position, 0, sizeof position);
    driver->reset_stats(driver);
    CHECK(driver->get_stats(driver)->db_requests == 0);
    CHECK(driver->lookup(NULL, &position, EGDB_BLACK, 0) == EGDB_UNKNOWN);
    CHECK(driver->lookup(driver, NULL, EGDB_BLACK, 0) == EGDB_UNKNOWN);
    CHECK(driver->lookup(driver, &position, 2, 0) == EGDB_UNKNOWN);
    position.normal.black = 1;
    CHECK(driver->lookup(driver, &position, EGDB_BLACK, 0) == EGDB_WIN);
    CHECK(driver->lookup(driver, &position, EGDB_WHITE, 1) == EGDB_LOSS);
    position.normal.king = 2;
    CHECK(driver->lookup(driver, &position, EGDB_BLACK, 0) == EGDB_UNKNOWN);
    position.normal.king = 0;
    position.normal.white = 1;
    CHECK(driver->lookup(driver, &position, EGDB_BLACK, 0) == EGDB_UNKNOWN);
    position.normal.black = 0xFFF;
    position.normal.white = 0xFFF00000;
    CHECK(driver->lookup(driver, &position, EGDB_BLACK, 0) == EGDB_SUBDB_UNAVAILABLE);
    stats = driver->get_stats(driver);
    CHECK(stats->db_requests == 7 && stats->db_returns == 2 && stats->db_not_present_requests == 1);
    CHECK(stats->lru_cache_hits == 2 && stats->lru_cache_loads == 0 && stats->autoload_hits == 0);
    CHECK(driver->get_stats(NULL) == NULL && driver->verify(NULL) != 0 && driver->close(NULL) != 0);
    driver->reset_stats(NULL);
}

static void use_egdb(const char *folder, const char *empty) {
    EGDB_TYPE type = -1;
    int pieces = -1;
    EGDB_DRIVER *normal, *row_reversed;
    CHECK(egdb_identify(empty, &type, &pieces) != 0 && egdb_identify("/no/such/folder", &type, &pieces) != 0);
    CHECK(egdb_identify(NULL, &type, &pieces) != 0 && egdb_identify(folder, NULL, &pieces) != 0);
    CHECK(type == -1 && pieces == -1);
    CHECK(egdb_identify(folder, &type, &pieces) == 0);
    CHECK(type == EGDB_KINGSROW32_WLD && pieces == 3);

    CHECK(egdb_open(EGDB_NORMAL, pieces + 1, 1, folder, count_message) == NULL);
    CHECK(egdb_open(EGDB_NORMAL, pieces, 1, empty, count_message) == NULL);
    CHECK(egdb_open(EGDB_NORMAL, pieces, 1, "/no/such/folder", count_message) == NULL);
    CHECK(egdb_open(EGDB_NORMAL, pieces, 1, NULL, count_message) == NULL);
    CHECK(egdb_open(EGDB_NORMAL, -1, 1, folder, count_message) == NULL);
    CHECK(egdb_open(7, pieces, 1, folder, count_message) == NULL);
    CHECK(message_count == 6);
    CHECK(egdb_open(7, pieces, 1, folder, NULL) == NULL);

    normal = egdb_open(EGDB_NORMAL, pieces, 0, folder, count_message);
    row_reversed = egdb_open(EGDB_ROW_REVERSED, pieces, 64, folder, NULL);
    CHECK(normal != NULL && row_reversed != NULL && message_count == 7);
    {
        Work work = {NULL, normal, row_reversed, 0};
        in_threads(look_all_up, &work);
    }
    CHECK(normal->get_stats(normal)->db_requests == (uint32_t)(2 * THREADS * example_count));
    CHECK(row_reversed->get_stats(row_reversed)->db_returns == (uint32_t)(THREADS * example_count));
    CHECK(normal->verify(normal) == 0 && row_reversed->verify(row_reversed) == 0);
    check_egdb_oddities(normal);
    CHECK(normal->close(normal) == 0 && row_reversed->close(row_reversed) == 0);
    message_count = 0;

    /* With two pieces asked for, those with three are not there. */
    normal = egdb_open(EGDB_NORMAL, 2, 0, folder, NULL);
    CHECK(normal != NULL);
    {
        EGDB_BITBOARD position = {{3, 1u << 31, 1u << 31}};
        CHECK(normal->lookup(normal, &position, EGDB_WHITE, 0) == EGDB_SUBDB_UNAVAILABLE);
    }
    CHECK(normal->close(normal) == 0);
}

/* A damaged table: a status that names it, and no value. */
static void use_damaged(const char *folder) {
    RetrogradeTables *tables = NULL;
    RetrogradePosition position;
    RetrogradeValue value = RETROGRADE_VALUE_DRAW;
    RetrogradeOptions options;
    CHECK(retrograde_open(folder, NULL, &tables) == RETROGRADE_STATUS_OK);
    CHECK(retrograde_position_from_fen("W:WK32:BK26", &position) == RETROGRADE_STATUS_OK);
    CHECK(retrograde_probe(tables, &position, &value) == RETROGRADE_STATUS_DAMAGED);
    CHECK(value == RETROGRADE_VALUE_DRAW);
    CHECK(strstr(retrograde_last_error(), "0m1k-0m1k.wdl") != NULL);
    CHECK(retrograde_verify(tables) == RETROGRADE_STATUS_DAMAGED);
    CHECK(strstr(retrograde_last_error(), "0m1k-0m1k.wdl") != NULL);
    CHECK(retrograde_close(tables) == RETROGRADE_STATUS_OK);
    CHECK(retrograde_options_init(&options, sizeof options) == RETROGRADE_STATUS_OK);
    options.autoload_pieces = 2;
    tables = NULL;
    CHECK(retrograde_open(folder, &options, &tables) == RETROGRADE_STATUS_DAMAGED && tables == NULL);
    message_count = 0;
    CHECK(egdb_open(EGDB_NORMAL, 2, 0, folder, count_message) == NULL && message_count == 1);
}

int main(int count, char **arguments) {
    int round;
    CHECK(count == 5);
    CHECK(strlen(retrograde_version()) >= 5 && strlen(retrograde_last_error()) == 0);
    read_examples(arguments[3]);
    for (round = 0; round < 2; round++) {
        RetrogradeOptions options;
        CHECK(retrograde_options_init(&options, sizeof options) == RETROGRADE_STATUS_OK);
        options.cache_bytes = 60000;
        options.access = round == 0 ? RETROGRADE_ACCESS_DEFAULT : RETROGRADE_ACCESS_POSITIONED;
        options.read_ahead = RETROGRADE_READ_AHEAD_OFF;
        options.autoload_pieces = round == 0 ? 0 : 2;
        use_retrograde(arguments[1], &options);
        message_count = 0;
        use_egdb(arguments[1], arguments[2]);
    }
    use_damaged(arguments[4]);
    printf("%zu positions\n", example_count);
    return 0;
}

/* Made from the sources of retrograde-probe by cbindgen. Do not change it by hand: see
   probe/tests/headers.rs. */

#ifndef RETROGRADE_H
#define RETROGRADE_H

#include <stddef.h>
#include <stdint.h>

/* What English draughts endgames are worth, from the tables of retrograde.

   A function gives back a RetrogradeStatus and puts its results where its last arguments point; after
   a failure nothing is put there, unless it says otherwise. retrograde_last_error has a sentence about
   the last failure of the thread that asks. Any number of sets can be open, and any number of threads
   can use one at the same time, until one thread closes it.

   Pointers. A null pointer, or one that is not aligned for its type, is
   RETROGRADE_STATUS_BAD_ARGUMENT. Any other has to point to what its type says, and to as many
   elements as the argument beside it says. Texts end with a zero byte and are in UTF-8. What a function
   writes to must not be used by another thread meanwhile. A set of tables has to come from
   retrograde_open, and can't be used once it is closed.

   Link with libretrograde_probe. */

/**
 * Files are mapped if the library was built with that, else read in pieces.
 */
#define RETROGRADE_ACCESS_DEFAULT 0

/**
 * Files are mapped into memory: fast, for drives of this machine.
 */
#define RETROGRADE_ACCESS_MAPPED 1

/**
 * Blocks are read one by one: for network drives, where a failure is then a status.
 */
#define RETROGRADE_ACCESS_POSITIONED 2

/**
 * The system reads ahead as it thinks best.
 */
#define RETROGRADE_READ_AHEAD_SYSTEM 0

/**
 * The system reads only what is needed: for tables larger than the memory.
 */
#define RETROGRADE_READ_AHEAD_OFF 1

/**
 * The system begins to read each file as a whole when it is opened.
 */
#define RETROGRADE_READ_AHEAD_WHOLE_FILE 2

/**
 * Black is to move.
 */
#define RETROGRADE_BLACK 0

/**
 * White is to move.
 */
#define RETROGRADE_WHITE 1

/**
 * Room for any FEN with its zero byte.
 */
#define RETROGRADE_FEN_SIZE 160

/**
 * Room for the text of any move with its zero byte.
 */
#define RETROGRADE_MOVE_TEXT_SIZE 32

/**
 * What became of a call. Failures are negative.
 */
enum RetrogradeStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The results are where they were asked for.
   */
  RETROGRADE_STATUS_OK = 0,
  /**
   * The value is not in memory. No failure: only functions whose name ends in if_cached give this.
   */
  RETROGRADE_STATUS_NOT_CACHED = 1,
  /**
   * An argument is null, not aligned, or has a value that means nothing.
   */
  RETROGRADE_STATUS_BAD_ARGUMENT = -1,
  /**
   * Two pieces share a square, or a man stands where it would have been crowned; or a FEN can't be
   * read.
   */
  RETROGRADE_STATUS_NOT_A_POSITION = -2,
  /**
   * The value without captures was asked for, and the side to move has one.
   */
  RETROGRADE_STATUS_CAPTURE_TO_MOVE = -3,
  /**
   * A table that is needed is not in the set.
   */
  RETROGRADE_STATUS_MISSING_SLICE = -4,
  /**
   * There are more pieces on the board than in any table of the set.
   */
  RETROGRADE_STATUS_TOO_MANY_PIECES = -5,
  /**
   * A file is not the table that its name says. The text names the file and the part.
   */
  RETROGRADE_STATUS_DAMAGED = -6,
  /**
   * The system can't read a file or folder.
   */
  RETROGRADE_STATUS_IO = -7,
  /**
   * The results do not fit where they were to be put.
   */
  RETROGRADE_STATUS_BUFFER_TOO_SMALL = -8,
  /**
   * A defect of this library was met, and stopped here.
   */
  RETROGRADE_STATUS_PANIC = -9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum RetrogradeStatus RetrogradeStatus;
#else
typedef int32_t RetrogradeStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a position is worth for a side, under best play of both.
 */
enum RetrogradeValue
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The side loses.
   */
  RETROGRADE_VALUE_LOSS = 0,
  /**
   * Nobody can force a win.
   */
  RETROGRADE_VALUE_DRAW = 1,
  /**
   * The side wins.
   */
  RETROGRADE_VALUE_WIN = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum RetrogradeValue RetrogradeValue;
#else
typedef int32_t RetrogradeValue;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What plies are counted to.
 */
enum RetrogradeDistanceKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * There is no distance: the position is a draw, or no file of the set says how far it is.
   */
  RETROGRADE_DISTANCE_KIND_NONE = 0,
  /**
   * The next capture or move of a man, or the end of the game if it comes first.
   */
  RETROGRADE_DISTANCE_KIND_CONVERSION = 1,
  /**
   * The end of the game.
   */
  RETROGRADE_DISTANCE_KIND_WIN = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum RetrogradeDistanceKind RetrogradeDistanceKind;
#else
typedef int32_t RetrogradeDistanceKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A set of tables that is open. What is inside is not for programs.
 */
typedef struct RetrogradeTables RetrogradeTables;

/**
 * How a set is opened. Fill it with retrograde_options_init, then change what should be different.
 *
 * Later versions may add fields at the end. A program that was built with an older header works with a
 * newer library; one that was built with a newer header works with an older library, as long as it
 * leaves fields that the library does not know at zero.
 */
typedef struct RetrogradeOptions {
  /**
   * sizeof(RetrogradeOptions) in the program that fills it.
   */
  size_t struct_size;
  /**
   * Memory for decoded blocks, in bytes; 0 for none.
   */
  uint64_t cache_bytes;
  /**
   * RETROGRADE_ACCESS_DEFAULT, RETROGRADE_ACCESS_MAPPED or RETROGRADE_ACCESS_POSITIONED.
   */
  uint32_t access;
  /**
   * RETROGRADE_READ_AHEAD_SYSTEM, RETROGRADE_READ_AHEAD_OFF or RETROGRADE_READ_AHEAD_WHOLE_FILE.
   */
  uint32_t read_ahead;
  /**
   * Tables with at most so many pieces, those of distances too, are loaded into memory at once, in
   * addition to cache_bytes; 0 for none.
   */
  uint32_t autoload_pieces;
  /**
   * Tables with more pieces are left alone; 0 for no bound.
   */
  uint32_t max_pieces;
} RetrogradeOptions;

/**
 * A position. In each set of squares, bit n - 1 stands for square n: bit 0 for square 1, which is on
 * the back rank of Black, who moves first and up the board; bit 31 for square 32.
 */
typedef struct RetrogradePosition {
  /**
   * RETROGRADE_BLACK or RETROGRADE_WHITE.
   */
  uint32_t side_to_move;
  /**
   * Men of Black: none on squares 29 to 32, where they would have been crowned.
   */
  uint32_t black_men;
  /**
   * Kings of Black.
   */
  uint32_t black_kings;
  /**
   * Men of White: none on squares 1 to 4, where they would have been crowned.
   */
  uint32_t white_men;
  /**
   * Kings of White.
   */
  uint32_t white_kings;
} RetrogradePosition;

/**
 * What a position is worth, and how far it is from that.
 */
typedef struct RetrogradeDistance {
  /**
   * The value for the side to move.
   */
  RetrogradeValue value;
  /**
   * What the plies are counted to.
   */
  RetrogradeDistanceKind kind;
  /**
   * Moves of both sides under best play: the winning side hurries, the losing side delays. 0 where the game
   * is over, and where there is no distance.
   */
  uint32_t plies;
} RetrogradeDistance;

/**
 * A legal move and what it leads to.
 */
typedef struct RetrogradeMove {
  /**
   * The value for the side that makes the move: a move that wins is RETROGRADE_VALUE_WIN, although the side
   * to move after it loses.
   */
  RetrogradeValue value;
  /**
   * What `plies` are counted to.
   */
  RetrogradeDistanceKind distance;
  /**
   * How many moves of both sides it is to that, this move included; 0 where there is no distance.
   */
  uint32_t plies;
  /**
   * The square where the piece starts, 1 to 32.
   */
  uint32_t from;
  /**
   * The square where it ends, 1 to 32; equal to `from` for a capture that comes full circle.
   */
  uint32_t to;
  /**
   * 1 where a man is crowned, else 0.
   */
  uint32_t crowns;
  /**
   * The squares of the pieces it takes: bit n - 1 for square n.
   */
  uint32_t captured;
  /**
   * The position after it, the opponent to move.
   */
  struct RetrogradePosition after;
  /**
   * The move as people write it, such as "11-15" or "18x9x2", with a zero byte at the end.
   */
  char text[RETROGRADE_MOVE_TEXT_SIZE];
} RetrogradeMove;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * What went wrong in the last call that failed, of those that this thread made: a sentence in English
 * and UTF-8, for people. Empty where none failed. Never null. It is valid until the next call that
 * this thread makes.
 */
const char *retrograde_last_error(void);

/**
 * The version of the library, such as "0.1.0". Never null, valid for ever.
 */
const char *retrograde_version(void);

/**
 * Fills options with their defaults. `struct_size` is sizeof(RetrogradeOptions).
 */
RetrogradeStatus retrograde_options_init(struct RetrogradeOptions *options, size_t struct_size);

/**
 * Reads a FEN such as "W:WK15,20:B12,K28".
 */
RetrogradeStatus retrograde_position_from_fen(const char *fen, struct RetrogradePosition *position);

/**
 * Writes the FEN of a position, with a zero byte at its end. RETROGRADE_FEN_SIZE bytes are enough.
 */
RetrogradeStatus retrograde_position_to_fen(const struct RetrogradePosition *position,
                                            char *fen,
                                            size_t size);

/**
 * Opens the tables in a folder: all files with a name such as "2m1k-1m0k.wdl". The path is in UTF-8 on
 * Windows, and as the system takes it elsewhere. `options` can be null for the defaults. A folder
 * without tables is a set that knows only what needs none.
 *
 * Files are opened when they are needed. Nobody may change them while the set is open, but others can
 * be renamed over them.
 */
RetrogradeStatus retrograde_open(const char *folder,
                                 const struct RetrogradeOptions *options,
                                 struct RetrogradeTables **tables);

/**
 * Closes a set. No other thread may be using it, and nobody can use it from here on. Null is fine, and
 * nothing is done.
 */
RetrogradeStatus retrograde_close(struct RetrogradeTables *tables);

/**
 * The most pieces, of both sides together, that a table of the set has; 0 for an empty set.
 */
RetrogradeStatus retrograde_max_pieces(const struct RetrogradeTables *tables, uint32_t *pieces);

/**
 * Checks every byte of every table of the set, which takes as long as reading them. Where something is
 * wrong, the status is that of the first table for which it is, and the last error has a line for each
 * of them.
 */
RetrogradeStatus retrograde_verify(const struct RetrogradeTables *tables);

/**
 * The value of a position for the side to move. Where it has a capture it has to capture, so captures
 * are played out, which can lead to tables with fewer pieces. A side to move that has no legal move, or
 * no piece, has lost; one whose opponent has no piece has won.
 */
RetrogradeStatus retrograde_probe(const struct RetrogradeTables *tables,
                                  const struct RetrogradePosition *position,
                                  RetrogradeValue *value);

/**
 * The value of a position in which the side to move has no capture: the same as retrograde_probe gives
 * for it. With a capture the status is RETROGRADE_STATUS_CAPTURE_TO_MOVE.
 */
RetrogradeStatus retrograde_probe_quiet(const struct RetrogradeTables *tables,
                                        const struct RetrogradePosition *position,
                                        RetrogradeValue *value);

/**
 * The value that retrograde_probe gives, if no disk has to be read for it; else RETROGRADE_STATUS_NOT_CACHED.
 */
RetrogradeStatus retrograde_probe_if_cached(const struct RetrogradeTables *tables,
                                            const struct RetrogradePosition *position,
                                            RetrogradeValue *value);

/**
 * Tells the system that a position is going to be probed soon, without waiting for anything. A hint: it
 * never fails for what is or is not in the set.
 */
RetrogradeStatus retrograde_prefetch(const struct RetrogradeTables *tables,
                                     const struct RetrogradePosition *position);

/**
 * The value of a position for the side to move, and how many plies it is away from what the best files of
 * the set count to: the end of the game where a file of that kind is there, else the next conversion. Draws
 * have no distance. Without files of distances this says what retrograde_probe says.
 */
RetrogradeStatus retrograde_probe_distance(const struct RetrogradeTables *tables,
                                           const struct RetrogradePosition *position,
                                           struct RetrogradeDistance *distance);

/**
 * What retrograde_probe_distance gives, if no disk has to be read for it; else RETROGRADE_STATUS_NOT_CACHED.
 */
RetrogradeStatus retrograde_probe_distance_if_cached(const struct RetrogradeTables *tables,
                                                     const struct RetrogradePosition *position,
                                                     struct RetrogradeDistance *distance);

/**
 * Every legal move with its value: winning moves first, then drawing ones, then losing ones; where the set
 * knows distances, short wins and long losses first. Captures with the same ends along different routes are listed one by one. `moves` has room for `capacity`
 * moves, and can be null if that is 0; `count` says how many moves there are.
 *
 * Where there are more than fit, the status is RETROGRADE_STATUS_BUFFER_TOO_SMALL, the first ones are in
 * `moves`, and `count` says how many there are. Without a legal move `count` is 0, and the side to move
 * has lost. The value of every move has to be known; else there is a failure and no move.
 */
RetrogradeStatus retrograde_probe_moves(const struct RetrogradeTables *tables,
                                        const struct RetrogradePosition *position,
                                        struct RetrogradeMove *moves,
                                        size_t capacity,
                                        size_t *count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* RETROGRADE_H */

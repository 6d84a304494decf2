/* Made from the sources of retrograde-probe by cbindgen. Do not change it by hand: see
   probe/tests/headers.rs. */

#ifndef RETROGRADE_EGDB_H
#define RETROGRADE_EGDB_H

#include <stddef.h>
#include <stdint.h>

/* Endgame databases for checkers engines: egdb_identify, egdb_open, and the functions of a driver.
   EGDB.md, beside this folder, says how this compares with other drivers.

   Link with libretrograde_probe. */

/**
 * Black is to move.
 */
#define EGDB_BLACK 0

/**
 * White is to move.
 */
#define EGDB_WHITE 1

/**
 * There is no table for the position.
 */
#define EGDB_SUBDB_UNAVAILABLE -2

/**
 * The value is not in memory, and the look-up was conditional.
 */
#define EGDB_NOT_IN_CACHE -1

/**
 * No value: what was asked for is no position, or its table can't be used.
 */
#define EGDB_UNKNOWN 0

/**
 * The side to move wins.
 */
#define EGDB_WIN 1

/**
 * The side to move loses.
 */
#define EGDB_LOSS 2

/**
 * Neither side can force a win.
 */
#define EGDB_DRAW 3

/**
 * For engines that know it; these tables never give it.
 */
#define EGDB_DRAW_OR_LOSS 4

/**
 * For engines that know it; these tables never give it.
 */
#define EGDB_WIN_OR_DRAW 5

/**
 * A kind of database.
 */
typedef int EGDB_TYPE;

/**
 * A position with EGDB_NORMAL.
 */
typedef struct EGDB_NORMAL_BITBOARD {
  /**
   * Squares with a black piece.
   */
  uint32_t black;
  /**
   * Squares with a white piece.
   */
  uint32_t white;
  /**
   * Those of them with a king.
   */
  uint32_t king;
} EGDB_NORMAL_BITBOARD;

/**
 * A position with EGDB_ROW_REVERSED.
 */
typedef struct EGDB_ROW_REVERSED_BITBOARD {
  /**
   * Squares with a black man.
   */
  uint32_t black_man;
  /**
   * Squares with a black king.
   */
  uint32_t black_king;
  /**
   * Squares with a white man.
   */
  uint32_t white_man;
  /**
   * Squares with a white king.
   */
  uint32_t white_king;
} EGDB_ROW_REVERSED_BITBOARD;

/**
 * A position, kept as the driver was told when it was opened.
 */
typedef union EGDB_BITBOARD {
  /**
   * With EGDB_NORMAL.
   */
  struct EGDB_NORMAL_BITBOARD normal;
  /**
   * With EGDB_ROW_REVERSED.
   */
  struct EGDB_ROW_REVERSED_BITBOARD row_reversed;
} EGDB_BITBOARD;

/**
 * Counts of look-ups since the driver was opened or its counts were set to zero. They wrap at 2^32.
 */
typedef struct EGDB_STATS {
  /**
   * Look-ups that were answered from memory.
   */
  uint32_t lru_cache_hits;
  /**
   * Look-ups for which a file had to be read.
   */
  uint32_t lru_cache_loads;
  /**
   * Always 0: tables that are loaded at once count as memory.
   */
  uint32_t autoload_hits;
  /**
   * All look-ups.
   */
  uint32_t db_requests;
  /**
   * Look-ups that gave a value.
   */
  uint32_t db_returns;
  /**
   * Look-ups of positions for which there is no table.
   */
  uint32_t db_not_present_requests;
} EGDB_STATS;

/**
 * An open set: the functions that an engine calls with it.
 */
typedef struct EGDB_DRIVER {
  /**
   * The value of a position for the side to move, `colour`: EGDB_BLACK or EGDB_WHITE. With
   * `conditional` other than 0, EGDB_NOT_IN_CACHE where a file would have to be read. Any number of
   * threads can ask at the same time.
   */
  int (*lookup)(struct EGDB_DRIVER *handle,
                const union EGDB_BITBOARD *position,
                int colour,
                int conditional);
  /**
   * Sets all counts to zero.
   */
  void (*reset_stats)(struct EGDB_DRIVER *handle);
  /**
   * The counts. They change when this is called again, and are gone when the driver is closed.
   */
  struct EGDB_STATS *(*get_stats)(struct EGDB_DRIVER *handle);
  /**
   * Checks every byte of every table; 0 where all are sound.
   */
  int (*verify)(struct EGDB_DRIVER *handle);
  /**
   * Closes the set, which no thread may be using; 0 when it is closed.
   */
  int (*close)(struct EGDB_DRIVER *handle);
} EGDB_DRIVER;

/**
 * How an engine keeps positions: EGDB_NORMAL or EGDB_ROW_REVERSED.
 */
typedef int EGDB_BITBOARD_TYPE;

/**
 * A function of the engine that gets texts: a line each, with its line end. The text is gone when the
 * function returns. Null where nobody wants to know.
 */
typedef void (*EGDB_MESSAGE_FUNCTION)(char *text);

/**
 * Bit 0 stands for square 1, bit 31 for square 32.
 */
#define EGDB_NORMAL 0

/**
 * The four squares of each rank the other way round: bit 3 stands for square 1, bit 0 for square 4, bit
 * 7 for square 5.
 */
#define EGDB_ROW_REVERSED 1

/**
 * Win, draw and loss for English draughts, both sides to move, up to five pieces a side: the kind that
 * engines know whose answers are nearest to those of these tables.
 */
#define EGDB_KINGSROW32_WLD 4

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Looks for tables in a folder: 0 where there are some, and `egdb_type` and `max_pieces` say which.
 * Else 1, and both are left alone.
 */
int egdb_identify(const char *directory, EGDB_TYPE *egdb_type, int *max_pieces);

/**
 * Opens the tables in a folder, with at most `pieces` pieces each. `bitboard_type` says how the engine
 * keeps positions; `cache_mb` is memory for decoded blocks in megabytes, 16 at least. All texts go to
 * `msg_fn`.
 *
 * Null where there are no tables with so many pieces, the folder or a table that is loaded at once
 * can't be used, or an argument means nothing. The driver is closed with its own function.
 */
struct EGDB_DRIVER *egdb_open(EGDB_BITBOARD_TYPE bitboard_type,
                              int pieces,
                              int cache_mb,
                              const char *directory,
                              EGDB_MESSAGE_FUNCTION msg_fn);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* RETROGRADE_EGDB_H */

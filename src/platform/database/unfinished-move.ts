/** The table of a database into which a move has begun. It has one row, and the end of the move drops it. */
export const UNFINISHED_MOVE = 'unfinished_move';

/** In SQL: whether a move into this database is not finished. */
export const HAS_UNFINISHED_MOVE = `to_regclass('${UNFINISHED_MOVE}') IS NOT NULL`;

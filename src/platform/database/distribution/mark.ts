/**
 * The table that marks a database as distributed. It has one row: the statements that are left of an unfinished
 * distribution, and when it was finished.
 */
export const MARK = 'distribution';

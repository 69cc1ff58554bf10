type RowLock = 'UPDATE' | 'NO KEY UPDATE' | 'KEY SHARE';

/**
 * The end of a SELECT whose rows are locked, without those that another transaction has locked: another process works
 * on them, or a later run finds them. So the statement waits for nobody, and takes part in no deadlock.
 * @param of the name of the table whose rows are locked, in a join
 */
export const unlockedOnly = (lock: RowLock = 'UPDATE', of?: string): string =>
  `FOR ${lock} ${of === undefined ? '' : `OF ${of} `}SKIP LOCKED`;

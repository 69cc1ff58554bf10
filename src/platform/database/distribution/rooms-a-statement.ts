/**
 * The maximum number of rooms to which a statement is limited by `= ANY`. A sub-select compares each of its rows with
 * all of them, so that one statement about 1000 rooms takes longer than ten about 100.
 */
export const ROOMS_A_STATEMENT = 100;

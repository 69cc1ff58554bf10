/** What a command has checked is not in order. A command that could not check it ends with 1, as after each error. */
export const FOUND_FAULTY = 2;

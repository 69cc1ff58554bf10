/** A checked part is faulty. A command that could not check it ends with 1, as after each error. */
export const FOUND_FAULTY = 2;

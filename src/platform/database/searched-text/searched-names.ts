/**
 * The words of the names of a user, as an SQL expression, which `users_names_idx` has: the shown name, the username,
 * and the shown name without its spaces, as it may be typed.
 * @param users the table or its alias
 */
export const searchedNames = (users: string): string => {
  const [first, last] = [`${users}.first_name`, `${users}.last_name`];
  return `searched_text(${first} || ' ' || ${last} || ' ' || ${users}.username || ' ' || replace(${first} || ${last}, ' ', ''))`;
};

/** The name of the file of an attachment `a`, whose words `attachments_names_idx` has. Null for an address. */
export const FILE_NAME = "a.file->>'filename'";

/** Above every other character, so that all texts with a beginning are below it. */
const HIGHEST = '\u{10FFFF}';

/**
 * Whether a text has a beginning, in SQL: a range of an index that compares texts by their bytes.
 * @param text, beginning SQL
 */
export const beginsWith = (text: string, beginning: string): string =>
  `${text} ~>=~ ${beginning} AND ${text} ~<~ (${beginning} || '${HIGHEST}')`;

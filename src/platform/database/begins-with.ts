/** Above every other character, so that all texts with a beginning are below it. */
const HIGHEST = '\u{10FFFF}';

/**
 * Whether a text has a beginning, in SQL: a range of an index that compares texts by their bytes.
 * @param text, beginning SQL
 */
export const beginsWith = (text: string, beginning: string): string =>
  `${text} ~>=~ ${beginning} AND ${text} ~<~ (${beginning} || '${HIGHEST}')`;

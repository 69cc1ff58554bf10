import { ALIKE } from '@parley/protocol/text';

import { DROPPED, IDEOGRAPHS, inSqlClass, SEPARATORS, UNSPACED } from './character-ranges.js';

const alike = Object.entries(ALIKE);
const ofOneLetter = alike.filter(([, other]) => other.length === 1);
const longer = alike.filter(([, other]) => other.length > 1);

const lettersOf = (at: 0 | 1): string => ofOneLetter.map((pair) => pair[at]).join('');

const FOLDED_LETTERS = longer.reduce(
  (text, [letter, others]) => `replace(${text}, '${letter}', '${others}')`,
  `translate(lower(normalize(
        regexp_replace(normalize(content, NFKD), '[${inSqlClass(DROPPED)}]+', '', 'g'), NFKC)), '${lettersOf(0)}', '${lettersOf(1)}')`,
);

/**
 * The folded form of `content`, with what is done to one that is not of ASCII alone. Only functions of pg_catalog are
 * called, so that the search path of the session does not matter.
 */
const folded = (otherwise: string): string =>
  `CASE WHEN octet_length(content) = char_length(content) THEN lower(content) ELSE ${otherwise} END`;

/** As the function `folded` of the program. */
export const FOLDED_TEXT_FUNCTION = `
  FUNCTION folded_text(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT ${folded(FOLDED_LETTERS)} $$`;

/**
 * The searched form of `content`, as an expression: words in their folded form, separated and surrounded by one blank.
 * In Chinese, Japanese and Korean every character is a word; in other scripts without spaces what stands between spaces
 * is.
 */
const SEARCHED_TEXT = String.raw`
  regexp_replace(' ' || ${folded(
    String.raw`
    regexp_replace(${FOLDED_LETTERS}, '([${inSqlClass(IDEOGRAPHS)}]|[${inSqlClass(UNSPACED)}]+)', ' \1 ', 'g')`,
  )} || ' ', '(\x01[01]|[${inSqlClass(SEPARATORS)}])+', ' ', 'g')`;

/**
 * It fails after the time in the setting `parley.search_until`, because the embedded database cannot interrupt a
 * statement: a result never depends on the setting, so that it is immutable. The cost is that of a long text, so that
 * the planner uses the index also while there are few messages.
 */
export const SEARCHED_TEXT_FUNCTION = `
  FUNCTION searched_text(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  COST 10000 AS $$
  BEGIN
    IF clock_timestamp() > nullif(current_setting('parley.search_until', true), '')::timestamptz THEN
      RAISE EXCEPTION USING ERRCODE = 'query_canceled', MESSAGE = 'the search has taken too long';
    END IF;
    RETURN ${SEARCHED_TEXT};
  END
  $$`;

/**
 * The words of the names of a user, as an SQL expression, which `users_names_idx` has: the shown name, the username,
 * and the shown name without its spaces, as it may be typed.
 * @param users the table or its alias
 */
export const searchedNames = (users: string): string => {
  const [first, last] = [`${users}.first_name`, `${users}.last_name`];
  return `searched_text(${first} || ' ' || ${last} || ' ' || ${users}.username || ' ' || replace(${first} || ${last}, ' ', ''))`;
};

/** The words of the e-mail address of a user, as an SQL expression, which `users_email_idx` has. */
export const SEARCHED_ADDRESS = 'searched_text(email)';

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

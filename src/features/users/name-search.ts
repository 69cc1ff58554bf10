import { invalid } from '@parley/protocol';

import { isCancelled } from '../../platform/database/failures.js';
import { searchedNames } from '../../platform/database/searched-text/searched-text-sql.js';
import { kindOf, wordsIn } from '../../platform/database/searched-text/searched-text.js';

/** Further words of a query do not select. */
const MOST_WORDS = 8;
/** Users that a search finds by their names, at most. */
const MOST_BY_NAME = 1_000;
/** A search that takes longer fails. */
const SECONDS = 5;

/** Patterns of LIKE for the names of users, with which each word of a query begins one of theirs. */
export const namePatterns = (query: string): string[] =>
  [...new Set(wordsIn(query))].slice(0, MOST_WORDS).map((word) => {
    const characters = kindOf(word) === 'ideograph' ? `${Array.from(word).join(' ')} ` : word;
    return `% ${characters}%`;
  });

type Patterns = Readonly<Record<`pattern${number}`, string>>;

/** The values of the parameters with the patterns. */
export const patternValues = (patterns: readonly string[]): Patterns =>
  Object.fromEntries(patterns.map((pattern, at) => [`pattern${String(at)}`, pattern]));

/**
 * Declares a statement for each number of patterns.
 * @param declare receives the parameters of so many patterns
 */
export const forPatterns = <Declared>(
  declare: (parameters: Readonly<Record<keyof Patterns, 'text'>>, count: number) => Declared,
): readonly Declared[] =>
  Array.from({ length: MOST_WORDS + 1 }, (_, count) => {
    const names = Array.from({ length: count }, (__, at) => [`pattern${String(at)}`, 'text'] as const);
    return declare(Object.fromEntries(names), count);
  });

/** The first pattern sets the deadline, before the index is read. */
const UNTIL_DEADLINE = (pattern: string): string =>
  `(SELECT CASE WHEN set_config('parley.search_until',
     (clock_timestamp() + interval '${String(SECONDS)} seconds')::text, true) <> '' THEN ${pattern}::text END)`;

/**
 * Whether the names of a user match all patterns, in SQL.
 * @param patterns their places
 */
export const haveNames = (users: string, patterns: readonly string[]): string =>
  patterns.length === 0 ? 'false' : patterns.map((each) => `${searchedNames(users)} LIKE ${each}`).join(' AND ');

/**
 * The ids of active users whose names match all patterns, found by an index. It fails after some seconds.
 * @param patterns their places
 */
export const idsByName = ([first, ...others]: readonly string[]): string => {
  const inTime = first === undefined ? [] : [UNTIL_DEADLINE(first), ...others];
  return `(SELECT id FROM users WHERE ${haveNames('users', inTime)} AND is_active LIMIT ${String(MOST_BY_NAME)})`;
};

/** @throws Refusal 4003 if a search by {@link idsByName} has failed because of its time */
export function searchGaveUp(error: unknown): never {
  throw isCancelled(error) ? invalid({ query: ['Matches too much: use longer words.'] }) : error;
}

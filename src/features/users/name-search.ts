import { invalid } from '@parley/protocol';

import { isCancelled } from '../../platform/database/failures.js';
import { SEARCHED_ADDRESS, searchedNames } from '../../platform/database/searched-text/searched-text-sql.js';
import { kindOf, wordsIn } from '../../platform/database/searched-text/searched-text.js';

/** Further words of a query do not select. */
const MOST_WORDS = 8;
/** Users that a search finds by their names, at most. */
const MOST_BY_NAME = 1_000;
/** A search that takes longer fails. */
const SECONDS = 5;

/** A shorter part of a word has no trigram, with which the index finds it: it has to be a beginning. */
const SHORTEST_PART = 3;

/** Where the words of a query are: at the beginnings of words, or anywhere in them. */
type Matched = 'beginnings' | 'parts';

/** Patterns of LIKE for the names of users, each of which matches a word of a query. */
export const namePatterns = (query: string, matched: Matched = 'beginnings'): string[] =>
  [...new Set(wordsIn(query))].slice(0, MOST_WORDS).map((word) => {
    if (kindOf(word) === 'ideograph') return `% ${Array.from(word).join(' ')} %`;
    return matched === 'parts' && word.length >= SHORTEST_PART ? `%${word}%` : `% ${word}%`;
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

/** The first of the patterns sets the deadline. */
const inTime = ([first, ...others]: readonly string[]): readonly string[] =>
  first === undefined ? [] : [UNTIL_DEADLINE(first), ...others];

/**
 * The ids of users whose names match all patterns, found by an index. It fails after some seconds.
 * @param patterns their places
 */
export const idsByName = (patterns: readonly string[], wanted: 'all' | 'active' = 'active'): string =>
  `(SELECT id FROM users WHERE ${haveNames('users', inTime(patterns))}${wanted === 'active' ? ' AND is_active' : ''}
    LIMIT ${String(MOST_BY_NAME)})`;

/** As {@link idsByName}, of all users by their e-mail addresses. */
export const idsByAddress = (patterns: readonly string[]): string => {
  const conditions = inTime(patterns).map((each) => `${SEARCHED_ADDRESS} LIKE ${each}`);
  return `(SELECT id FROM users WHERE ${conditions.length === 0 ? 'false' : ['email IS NOT NULL', ...conditions].join(' AND ')}
    LIMIT ${String(MOST_BY_NAME)})`;
};

/** @throws Refusal 4003 if a search by {@link idsByName} has failed because of its time */
export function searchGaveUp(error: unknown): never {
  throw isCancelled(error) ? invalid({ query: ['Matches too much: use longer words.'] }) : error;
}

import { RE2JS } from 're2js';

import { folded } from './folded-text.js';
import { ACTIONS } from './rule-action.js';
import type { RuleAction } from './rule-action.js';
import { ofWholeWords, wildcardWordsOf, wordsOf } from './words.js';

const MATCHES = ['exact', 'wildcard', 'regex'] as const;

export type RuleMatch = (typeof MATCHES)[number];

export interface WordRule {
  readonly match: RuleMatch;
  readonly pattern: string;
  readonly action: RuleAction;
}

/** The maximum of what a file of rules has, so that a message costs a bounded time. */
export const LIMITS = { bytes: 1_048_576, rules: 10_000, patternLength: 500, regexes: 200, regexSize: 50_000 };

/** A file of rules that cannot be used. */
export class FaultyRules extends Error {
  /** @param version the version of the file */
  constructor(
    readonly faults: readonly string[],
    readonly version?: string,
  ) {
    super(faults.join('\n'));
  }
}

/**
 * The rules in the text of a file.
 * @throws FaultyRules with all faults
 */
export function readRules(text: string): readonly WordRule[] {
  const entries = entriesOf(text);
  const faults = entries.flatMap((entry, at) => faultsOf(entry).map((fault) => `rule ${String(at + 1)}: ${fault}`));
  if (faults.length > 0) throw new FaultyRules(faults);
  const rules = (entries as readonly WordRule[]).map(({ match, pattern, action }) => ({ match, pattern, action }));
  checkCost(rules.filter(({ match }) => match === 'regex'));
  return rules;
}

function entriesOf(text: string): readonly unknown[] {
  const bytes = Buffer.byteLength(text);
  if (bytes > LIMITS.bytes)
    throw new FaultyRules([`It has ${String(bytes)} bytes, more than ${String(LIMITS.bytes)}.`]);
  const value = parsed(text);
  if (!Array.isArray(value)) throw new FaultyRules(['It must be a JSON list of rules.']);
  if (value.length <= LIMITS.rules) return value;
  throw new FaultyRules([`It has ${String(value.length)} rules, more than ${String(LIMITS.rules)}.`]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FaultyRules([`It is not JSON: ${(error as Error).message}`]);
  }
}

function faultsOf(entry: unknown): readonly string[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return ['must be an object with match, pattern and action'];
  }
  const { match, pattern, action, ...others } = entry as Record<string, unknown>;
  return [
    ...(isOneOf(MATCHES, match) ? [] : [`match must be ${MATCHES.join(', ')}`]),
    ...(isOneOf(ACTIONS, action) ? [] : [`action must be ${ACTIONS.join(', ')}`]),
    ...patternFaults(match, pattern),
    ...Object.keys(others).map((name) => `${JSON.stringify(name)} is unknown`),
  ];
}

const isOneOf = (values: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && values.includes(value);

function patternFaults(match: unknown, pattern: unknown): readonly string[] {
  if (typeof pattern !== 'string' || pattern === '') return ['pattern must be a text'];
  if (pattern.length > LIMITS.patternLength) {
    return [`pattern has ${String(pattern.length)} characters, more than ${String(LIMITS.patternLength)}`];
  }
  if (match === 'regex') return regexFaults(pattern);
  const words = match === 'wildcard' ? wildcardWordsOf(folded(pattern).text) : wordsOf(folded(pattern).text);
  return words.some(({ text }) => /[^*?]/.test(text)) ? [] : ['pattern must have a letter, a digit or an emoji'];
}

function regexFaults(pattern: string): readonly string[] {
  try {
    // Alone at first: a parenthesis of the pattern could close the group that is put around it.
    if (RE2JS.compile(pattern).matches('')) return ['pattern must not match the empty text'];
    compiled(pattern);
    return [];
  } catch (error) {
    return [`pattern is not a regular expression of RE2: ${(error as Error).message}`];
  }
}

/** Bounds what all regular expressions together cost for each character. */
function checkCost(regexes: readonly WordRule[]): void {
  if (regexes.length > LIMITS.regexes) {
    throw new FaultyRules([
      `${String(regexes.length)} rules are regular expressions, more than ${String(LIMITS.regexes)}.`,
    ]);
  }
  const size = regexes.reduce((sum, { pattern }) => sum + compiled(pattern).programSize(), 0);
  if (size <= LIMITS.regexSize) return;
  throw new FaultyRules([
    `The regular expressions are too large together: ${String(size)} instructions, more than ${String(LIMITS.regexSize)}.`,
  ]);
}

/** A regular expression over folded texts, whose own letters are folded too. Its first group is whole words. */
export const compiled = (pattern: string): RE2JS =>
  RE2JS.compile(ofWholeWords(foldedRegex(pattern)), RE2JS.CASE_INSENSITIVE);

/** ASCII is kept, because the case of an escape such as `\W` has a meaning. */
const foldedRegex = (pattern: string): string =>
  pattern.replace(/[^\0-\x7f]\p{M}*|[a-z]\p{M}+/giu, (letters) => folded(letters).text);

import { RE2JS, RE2Set } from 're2js';

import { folded, foldedToLatin } from './folded-text.js';
import type { FoldedText, Range } from './folded-text.js';
import { withoutMarkdown } from './plain-text.js';
import { PhraseTrie } from './phrase-trie.js';
import type { Found } from './phrase-trie.js';
import { ACTIONS } from './rule-action.js';
import type { RuleAction } from './rule-action.js';
import { compiled, readRules } from './word-rule.js';
import type { WordRule } from './word-rule.js';
import { wildcardWordsOf, wordsOf } from './words.js';

/** The verdict of the rules about a text. */
export interface RuleVerdict {
  /** The strictest action of the rules that match; undefined: none does. */
  readonly action: RuleAction | undefined;
  /** The rules that match, in the order of the file. */
  readonly rules: readonly WordRule[];
  /** The text, in which each character that a rule with `mask` matches is a `*`. */
  readonly masked: string;
}

/** The compiled rules of a file. They cost a time that grows with the length of a text, and never faster. */
export class WordRules {
  private readonly phrases = new PhraseTrie();
  /** The same for texts in which letters of other scripts are replaced by the Latin ones that they look like. */
  private readonly latinPhrases = new PhraseTrie();
  private readonly regexes: readonly { readonly rule: number; readonly regex: RE2JS }[];
  private readonly regexSet = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE);

  private constructor(readonly rules: readonly WordRule[]) {
    rules.forEach(({ match, pattern }, rule) => {
      if (match === 'regex') return;
      const words = match === 'wildcard' ? wildcardWordsOf : wordsOf;
      this.phrases.add(rule, words(folded(pattern).text));
      this.latinPhrases.add(rule, words(foldedToLatin(pattern).text));
    });
    this.regexes = rules.flatMap(({ match, pattern }, rule) =>
      match === 'regex' ? [{ rule, regex: compiled(pattern) }] : [],
    );
    for (const { regex } of this.regexes) this.regexSet.add(regex.pattern());
    this.regexSet.compile();
  }

  /** @throws FaultyRules with all faults of the file */
  static read(text: string): WordRules {
    return new WordRules(readRules(text));
  }

  check(text: string): RuleVerdict {
    const found = [...this.found(text)];
    const matching = new Set(found.map(({ rule }) => rule));
    const rules = this.rules.filter((_, at) => matching.has(at));
    const action = ACTIONS.findLast((each) => rules.some((rule) => rule.action === each));
    return {
      action,
      rules,
      masked: mask(
        text,
        found.filter(({ rule }) => this.rules[rule]?.action === 'mask'),
      ),
    };
  }

  /** All matches, as parts of the original. */
  private *found(text: string): Generator<Found> {
    yield* this.foundAsWritten(text);
    const plain = withoutMarkdown(text);
    if (!plain) return;
    for (const { rule, ...part } of this.foundAsWritten(plain.text)) yield { rule, ...plain.original(part) };
  }

  private *foundAsWritten(text: string): Generator<Found> {
    const own = folded(text);
    yield* this.foundIn(own, this.phrases);
    const latin = foldedToLatin(text);
    if (latin.text !== own.text) yield* this.foundIn(latin, this.latinPhrases);
  }

  private *foundIn(text: FoldedText, phrases: PhraseTrie): Generator<Found> {
    for (const { rule, ...part } of phrases.find(wordsOf(text.text))) yield { rule, ...text.original(part) };
    if (this.regexes.length === 0) return;
    for (const at of this.regexSet.match(text.text)) {
      const matching = this.regexes[at];
      if (!matching) continue;
      const isMask = this.rules[matching.rule]?.action === 'mask';
      for (const part of matches(matching.regex, text.text, isMask ? MOST_MATCHES : 1))
        yield { rule: matching.rule, ...text.original(part) };
    }
  }
}

/** Of one regular expression in one text: each may read the whole text. */
const MOST_MATCHES = 50;

/** @param most after these, everything up to the end of the text is a match */
function* matches(regex: RE2JS, text: string, most: number): Generator<Range> {
  const matcher = regex.matcher(text);
  let at = 0;
  for (let count = 1; matcher.find(at); count += 1) {
    const part = { from: matcher.start(1), to: matcher.end(1) };
    yield count < most ? part : { from: part.from, to: text.length };
    // The character after the match may be the one before the next match.
    at = part.to;
    if (count >= most || at >= text.length) return;
  }
}

/** @param parts of the text, in any order */
function mask(text: string, parts: readonly Range[]): string {
  const sorted = [...parts].sort((one, other) => one.from - other.from);
  let result = '';
  let done = 0;
  for (const { from, to } of sorted) {
    if (to <= done) continue;
    result +=
      text.slice(done, Math.max(from, done)) + '*'.repeat(Array.from(text.slice(Math.max(from, done), to)).length);
    done = to;
  }
  return result + text.slice(done);
}

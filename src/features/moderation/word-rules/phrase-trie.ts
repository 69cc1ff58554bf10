import type { Range } from './folded-text.js';
import type { Word } from './words.js';

const BETWEEN_WORDS = ' ';
const ANY_CHARACTERS = '*';
const ANY_CHARACTER = '?';

interface Node {
  readonly next: Map<string, Node>;
  /** Whether it stays active at each further character of the word. */
  readonly repeats: boolean;
  /** The rules that end here. */
  readonly rules: number[];
}

const node = (repeats = false): Node => ({ next: new Map(), repeats, rules: [] });

export interface Found extends Range {
  readonly rule: number;
}

/**
 * Finds phrases of words, which may have wildcards: no word has the characters of wildcards itself. All phrases are
 * compared at once: a word costs its length, and nothing for the phrases that begin otherwise.
 */
export class PhraseTrie {
  private readonly root = node();

  add(rule: number, words: readonly Word[]): void {
    let current = this.root;
    for (const character of words.map(({ text }) => text).join(BETWEEN_WORDS)) {
      const next = current.next.get(character) ?? node(character === ANY_CHARACTERS);
      current.next.set(character, next);
      current = next;
    }
    current.rules.push(rule);
  }

  /** @param words of one folded text, in order */
  *find(words: readonly Word[]): Generator<Found> {
    if (this.root.next.size === 0) return;
    for (let first = 0; first < words.length; first += 1) yield* this.findFrom(words, first);
  }

  private *findFrom(words: readonly Word[], first: number): Generator<Found> {
    const from = words[first]?.from ?? 0;
    let active = withStars([this.root]);
    for (let at = first; at < words.length && active.size > 0; at += 1) {
      const { text, to } = words[at] ?? { text: '', to: from };
      for (const character of text) active = after(active, character);
      for (const { rules } of active) for (const rule of rules) yield { rule, from, to };
      active = withStars([...active].flatMap(({ next }) => next.get(BETWEEN_WORDS) ?? []));
    }
  }
}

function after(active: ReadonlySet<Node>, character: string): ReadonlySet<Node> {
  const reached: Node[] = [];
  for (const each of active) {
    if (each.repeats) reached.push(each);
    for (const key of [character, ANY_CHARACTER]) {
      const next = each.next.get(key);
      if (next) reached.push(next);
    }
  }
  return withStars(reached);
}

/** A `*` may stand for nothing. */
function withStars(nodes: readonly Node[]): ReadonlySet<Node> {
  const all = new Set(nodes);
  for (const each of all) {
    const star = each.next.get(ANY_CHARACTERS);
    if (star) all.add(star);
  }
  return all;
}

import type { Chance } from './chance.js';
import { branches, places, raw, written } from './json-tree.js';
import type { Branch, Place, Tree } from './json-tree.js';
import type { Known } from './existing-ids.js';
import { invalidValues } from './invalid-values.js';

type Mutation = (tree: Tree, chance: Chance, known: Known) => void;

/** Mutations that keep valid JSON. */
const OF_TREES: readonly Mutation[] = [
  /** A value of the wrong type, three times as often as any other mutation. */
  ...Array.from({ length: 3 }, () => misplace),
  (tree, chance) => {
    const { entries } = objectIn(tree, chance);
    if (entries.length > 0) entries.splice(chance.below(entries.length), 1);
  },
  (tree, chance, known) => {
    const { entries } = objectIn(tree, chance);
    const key = entries.length > 0 && chance.oneIn(2) ? chance.pick(entries)[0] : invalidValues.key(chance);
    entries.splice(chance.below(entries.length + 1), 0, [key, invalidValues.any(known, chance)]);
  },
  (tree, chance) => {
    const [one, other] = [somewhere(tree, chance), somewhere(tree, chance)];
    one?.put(other?.tree.kind === 'raw' ? other.tree : raw('[]'));
  },
  (tree, chance) => {
    const entry = chance.pick(objectIn(tree, chance).entries);
    entry[0] = chance.pick([entry[0].toUpperCase(), ` ${entry[0]}`, entry[0].slice(1), invalidValues.key(chance)]);
  },
  (tree, chance) => {
    const serviceData = somewhere(tree, chance);
    serviceData?.put(invalidValues.deep(chance, written(serviceData.tree)));
  },
  (tree, chance) => {
    const serviceData = somewhere(tree, chance);
    const length = chance.pick(serviceData?.tree.kind === 'raw' ? [1, 2, 101, 400] : [1, 2]);
    serviceData?.put({ kind: 'list', items: Array.from({ length }, () => serviceData.tree) });
  },
  (tree, chance) => {
    const serviceData = somewhere(tree, chance);
    if (serviceData?.tree.kind === 'raw') serviceData.put(raw(respelt(serviceData.tree.text, chance)));
  },
];

/** Mutations of the text, after which it may be invalid JSON. */
const OF_TEXTS: readonly ((text: string, chance: Chance) => string)[] = [
  (text, chance) => text.slice(0, chance.below(text.length)),
  (text, chance) => cut(text, chance, ''),
  (text, chance) => cut(text, chance, chance.pick(['"', '\\', '{', ']', ',', ':', '\u0000', '\\u', '🦜', '\ufeff'])),
  (text) => text + text,
  (text, chance) => text + chance.pick(['}', ',', '//', '\n\n', ' {}', '\u0000']),
  (text, chance) => chance.pick(['\ufeff', ' ', '\n\t', ")]}',\n", 'a']) + text,
  (text) => text.replaceAll('"', "'"),
  (text) => JSON.stringify(text),
];

export const mutations = {
  /** Makes one to three changes to a request, mostly in its `data`. The tree is changed in place. */
  ofTree(tree: Tree, chance: Chance, known: Known): void {
    for (let count = chance.pick([1, 1, 2, 3]); count > 0; count -= 1) {
      const data = places(tree).find(({ path }) => path === 'data')?.tree ?? tree;
      chance.pick(OF_TREES)(chance.oneIn(8) ? tree : data, chance, known);
    }
  },

  ofText(text: string, chance: Chance): string {
    return chance.pick(OF_TEXTS)(text, chance);
  },
};

function misplace(tree: Tree, chance: Chance, known: Known): void {
  somewhere(tree, chance)?.put(invalidValues.any(known, chance));
}

function somewhere(tree: Tree, chance: Chance): Place | undefined {
  const all = places(tree);
  return all.length > 0 ? chance.pick(all) : undefined;
}

/** One of the objects in a tree. @returns an empty object without a place in the tree if there is none */
function objectIn(tree: Tree, chance: Chance): Extract<Branch, { kind: 'object' }> {
  const objects = branches(tree).filter((each) => each.kind === 'object' && each.entries.length > 0);
  const found = objects.length > 0 ? chance.pick(objects) : undefined;
  return found?.kind === 'object' ? found : { kind: 'object', entries: [['a', raw('1')]] };
}

/** Another spelling of a value, or of a similar one: a number as a text, a letter as its escape. */
function respelt(text: string, chance: Chance): string {
  if (!text.startsWith('"')) return chance.pick([`"${text}"`, `${text}.0`, `${text}e0`, `-${text}`, `${text}0`]);
  const at = 1 + chance.below(Math.max(1, text.length - 2));
  const letter = text.charCodeAt(at).toString(16).padStart(4, '0');
  return chance.pick([
    `${text.slice(0, at)}\\u${letter}${text.slice(at + 1)}`,
    `${text.slice(0, at)}\\ud800${text.slice(at)}`,
    text.toUpperCase(),
    text.slice(1, -1),
  ]);
}

function cut(text: string, chance: Chance, filling: string): string {
  const from = chance.below(text.length);
  return text.slice(0, from) + filling + text.slice(from + chance.below(8));
}

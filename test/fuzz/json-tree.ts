/**
 * A JSON text that has not been written yet. It may say what no value can: a key twice, a number beyond all numbers, a
 * lone surrogate, or something that is no JSON.
 */
export type Tree =
  | { readonly kind: 'object'; readonly entries: [key: string, Tree][] }
  | { readonly kind: 'list'; readonly items: Tree[] }
  | { readonly kind: 'raw'; readonly text: string };

export type Branch = Exclude<Tree, { kind: 'raw' }>;

/** Where something stands in a tree, and could be replaced. */
export interface Place {
  /** The keys that lead here, as in `data.extra_fields.media.0`. */
  readonly path: string;
  readonly tree: Tree;
  put(tree: Tree): void;
}

export const raw = (text: string): Tree => ({ kind: 'raw', text });

export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(treeOf) };
  if (typeof value !== 'object' || value === null) return raw(JSON.stringify(value));
  return { kind: 'object', entries: Object.entries(value).map(([key, item]) => [key, treeOf(item)]) };
}

export function written(tree: Tree): string {
  if (tree.kind === 'raw') return tree.text;
  if (tree.kind === 'list') return `[${tree.items.map(written).join(',')}]`;
  return `{${tree.entries.map(([key, item]) => `${JSON.stringify(key)}:${written(item)}`).join(',')}}`;
}

/** Everything that stands in a tree, however deep, but for the tree itself. */
export function places(tree: Tree, path = ''): Place[] {
  if (tree.kind === 'raw') return [];
  return children(tree, path).flatMap((place) => [place, ...places(place.tree, place.path)]);
}

/** The objects and lists of a tree, itself included. */
export function branches(tree: Tree): Branch[] {
  const all = [tree, ...places(tree).map((place) => place.tree)];
  return all.filter((each): each is Branch => each.kind !== 'raw');
}

function children(branch: Branch, path: string): Place[] {
  const prefix = path === '' ? '' : `${path}.`;
  if (branch.kind === 'list') {
    const { items } = branch;
    return items.map((tree, at) => ({ path: `${prefix}${String(at)}`, tree, put: (other) => (items[at] = other) }));
  }
  return branch.entries.map((entry) => ({
    path: prefix + entry[0],
    tree: entry[1],
    put: (other) => (entry[1] = other),
  }));
}

/**
 * A JSON text before it is written. It may contain what no value can: a duplicate key, a number out of range, a lone
 * surrogate, or invalid JSON.
 */
export type Tree =
  | { readonly kind: 'object'; readonly entries: [key: string, Tree][] }
  | { readonly kind: 'list'; readonly items: Tree[] }
  | { readonly kind: 'raw'; readonly text: string };

export type Branch = Exclude<Tree, { kind: 'raw' }>;

/** A node of a tree, which can be replaced. */
export interface Place {
  /** The keys to this node, such as `data.extra_fields.media.0`. */
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

/** All nodes of a tree except the root. */
export function places(tree: Tree, path = ''): Place[] {
  if (tree.kind === 'raw') return [];
  return children(tree, path).flatMap((serviceData) => [serviceData, ...places(serviceData.tree, serviceData.path)]);
}

/** The objects and lists of a tree, itself included. */
export function branches(tree: Tree): Branch[] {
  const all = [tree, ...places(tree).map((serviceData) => serviceData.tree)];
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

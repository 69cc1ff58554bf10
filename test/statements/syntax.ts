/** A part of the syntax tree of a statement: its one key names its kind. */
export type Node = Readonly<Record<string, unknown>>;

/** Every object of a tree of this kind, such as `ColumnRef`. */
export function* partsOf(tree: unknown, kind: string): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return;
  for (const [key, value] of Object.entries(tree)) {
    if (key === kind && !Array.isArray(value)) yield value as Node;
    yield* partsOf(value, kind);
  }
}

/** The last name of a list of names, such as `id` of `u.id`. */
export function lastName(names: unknown): string {
  const last = (names as readonly Node[] | undefined)?.at(-1);
  return ((last?.String as Node | undefined)?.sval as string | undefined) ?? '';
}

export const functionsIn = (tree: unknown): string[] =>
  [...partsOf(tree, 'FuncCall')].map(({ funcname }) => lastName(funcname));

export const columnsIn = (tree: unknown): string[] =>
  [...partsOf(tree, 'ColumnRef')].map(({ fields }) => lastName(fields));

/** The tables that a tree names, without the names that it defines by WITH. */
export function tablesIn(tree: unknown): string[] {
  const defined = new Set([...partsOf(tree, 'CommonTableExpr')].map(({ ctename }) => ctename));
  const changed = ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'].flatMap((kind) =>
    [...partsOf(tree, kind)].map(({ relation }) => relation as Node),
  );
  const named = [...partsOf(tree, 'RangeVar'), ...changed].map(({ relname }) => relname as string);
  return [...new Set(named)].filter((name) => !defined.has(name));
}

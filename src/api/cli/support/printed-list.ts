import { tablePieces } from './table.js';
import type { Cell } from './table.js';

/** How the items of a list are printed as a table. */
export interface Columns<Item> {
  readonly headings: readonly string[];
  readonly cells: (item: Item) => readonly Cell[];
}

/** The text of a list, in memory for one part. A failure before the first part leaves nothing printed. */
export const listPieces = <Item extends object>(
  parts: AsyncIterable<readonly Item[]>,
  as: 'json' | Columns<Item>,
): AsyncIterable<string> => (as === 'json' ? jsonPieces(parts) : tablePieces(as.headings, rowsOf(parts, as.cells)));

/** One JSON array. */
async function* jsonPieces(parts: AsyncIterable<readonly object[]>): AsyncGenerator<string, void> {
  let before = '[';
  for await (const items of parts) {
    if (items.length === 0) continue;
    yield before + JSON.stringify(items).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]\n' : ']\n';
}

async function* rowsOf<Item>(
  parts: AsyncIterable<readonly Item[]>,
  cells: (item: Item) => readonly Cell[],
): AsyncGenerator<readonly (readonly Cell[])[], void> {
  for await (const items of parts) yield items.map(cells);
}

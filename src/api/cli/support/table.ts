import { styled } from '../../../platform/logging/terminal-style.js';
import type { Style } from '../../../platform/logging/terminal-style.js';

/** The text of a cell, with a style for terminals. */
export type Cell = string | { readonly text: string; readonly style: Style };

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

/** Rows as aligned columns under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const widths = widened(lengthsOf(headings), rows);
  return [styled('bold', line(widths, headings)), ...rows.map((row) => line(widths, row))].join('\n');
}

/**
 * The text of a {@link table} whose rows are read in parts. Its columns are as wide as the first part needs, and become
 * wider with a part that needs it.
 */
export async function* tablePieces(
  headings: readonly string[],
  parts: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string, void> {
  let widths: readonly number[] | undefined;
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    const isFirst = widths === undefined;
    widths = widened(widths ?? lengthsOf(headings), rows);
    const lines = isFirst ? [table(headings, rows)] : rows.map((row) => line(widths ?? [], row));
    yield `${lines.join('\n')}\n`;
  }
  if (widths === undefined) yield `${table(headings, [])}\n`;
}

const lengthsOf = (cells: readonly Cell[]): number[] => cells.map((cell) => textOf(cell).length);

const widened = (widths: readonly number[], rows: readonly (readonly Cell[])[]): number[] =>
  widths.map((width, column) =>
    rows.reduce((widest, row) => Math.max(widest, textOf(row[column] ?? '').length), width),
  );

const line = (widths: readonly number[], cells: readonly Cell[]): string =>
  cells
    .map((cell, column) => shown(cell) + ' '.repeat((widths[column] ?? 0) - textOf(cell).length))
    .join('  ')
    .trimEnd();

const shown = (cell: Cell): string => (typeof cell === 'string' ? cell : styled(cell.style, cell.text));

const STYLES: Readonly<Record<string, Style>> = {
  yes: 'green',
  active: 'green',
  sent: 'green',
  delivered: 'green',
  no: 'yellow',
  inactive: 'yellow',
  pending: 'yellow',
  away: 'yellow',
  dead: 'red',
  unsent: 'red',
  refused: 'red',
  gone: 'red',
};

/** A state as a cell: green if it is good, yellow if it may change, red if it is a failure. */
export function stateCell(state: string): Cell {
  const style = STYLES[state];
  return style === undefined ? state : { text: state, style };
}

/** A text by a user for a terminal, without control characters. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD');

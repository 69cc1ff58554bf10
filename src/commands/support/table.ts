import { styled } from '../../platform/logging/terminal-style.js';
import type { Style } from '../../platform/logging/terminal-style.js';

/** The text of a cell, with a style for terminals. */
export type Cell = string | { readonly text: string; readonly style: Style };

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

/** Rows as aligned columns under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => textOf(row[column] ?? '').length)),
  );
  const line = (cells: readonly Cell[]): string =>
    cells
      .map((cell, column) => shown(cell) + ' '.repeat((widths[column] ?? 0) - textOf(cell).length))
      .join('  ')
      .trimEnd();
  return [styled('bold', line(headings)), ...rows.map(line)].join('\n');
}

const shown = (cell: Cell): string => (typeof cell === 'string' ? cell : styled(cell.style, cell.text));

const STYLES: Readonly<Record<string, Style>> = {
  ...{ yes: 'green', active: 'green', sent: 'green', delivered: 'green' },
  ...{ no: 'yellow', inactive: 'yellow', pending: 'yellow', away: 'yellow' },
  ...{ dead: 'red', unsent: 'red', refused: 'red', gone: 'red' },
};

/** A state as a cell: green if it is good, yellow if it may change, red if it is a failure. */
export function stateCell(state: string): Cell {
  const style = STYLES[state];
  return style === undefined ? state : { text: state, style };
}

/** A text by a user for a terminal, without control characters. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD');

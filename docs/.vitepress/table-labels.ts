import type { Markdown } from './markdown.js';

/**
 * Gives each cell of a table the heading of its column as `data-label`. On a narrow screen the rows are shown as cards,
 * and the label precedes the cell.
 */
export function labelledCells(markdown: Markdown): void {
  markdown.core.ruler.push('labels-of-cells', ({ tokens }) => {
    let labels: string[] = [];
    let column = 0;
    for (const [at, token] of tokens.entries()) {
      if (token.type === 'thead_open') labels = [];
      else if (token.type === 'tr_open') column = 0;
      else if (token.type === 'th_open') labels.push(tokens[at + 1]?.content ?? '');
      else if (token.type === 'td_open') token.attrSet('data-label', labels[column++] ?? '');
    }
  });
}

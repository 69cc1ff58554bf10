/** HTML that may be shown as it is: {@link html} alone makes it. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | readonly Html[] | string | number | undefined;

/** A piece of a page. Whatever is put into it is escaped, unless it is such a piece itself. */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(literals.map((literal, at) => literal + shown(values[at])).join(''));
}

function shown(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return [value]
    .flat()
    .map(({ text }) => text)
    .join('');
}

/** Text with `code` in it, as in a docstring. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}

/** As the site makes them: with a link to itself, by which the search finds it. */
export function heading(level: 2 | 3, id: string, title: string | Html): Html {
  const tag = new Html(`h${String(level)}`);
  return html`<${tag} id="${id}" tabindex="-1">${title} <a class="header-anchor" href="#${id}">&#8203;</a></${tag}>`;
}

/** It may be wider than the page: it scrolls in itself. */
export const table = (rows: readonly Html[]): Html =>
  html`<div class="wide">
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES.get(sign) ?? sign);

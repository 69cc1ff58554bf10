/** HTML that needs no escaping. Only {@link html} creates it. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | readonly Html[] | string | number | undefined;

/** A piece of HTML. Values are escaped unless they are such pieces themselves. */
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

/** Text in which `code` is marked up, as in a docstring. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}

/** A heading as the site makes it: with an anchor, which the search needs. */
export function heading(level: 2 | 3, id: string, title: string | Html): Html {
  const tag = new Html(`h${String(level)}`);
  return html`<${tag} id="${id}" tabindex="-1">${title} <a class="header-anchor" href="#${id}">&#8203;</a></${tag}>`;
}

/** A wide table scrolls within the page. */
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

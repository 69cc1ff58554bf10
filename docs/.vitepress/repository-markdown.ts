import type { Markdown, Token } from './markdown.js';

/** Files of the repository, and the pages of the site with the same content. */
const PAGES = new Map([
  ['README.md', 'quick-start.md'],
  ['SECURITY.md', 'security.md'],
  ['CONTRIBUTING.md', 'contributing.md'],
  ['CHANGELOG.md', 'changelog.md'],
  ['libs/client/README.md', 'client.md'],
  ['libs/react/README.md', 'react.md'],
  ['libs/server/README.md', 'server.md'],
  ['.env.example', 'configuration.md#all-variables'],
]);

/** `alice sends`, after the language of a block: the user, and the direction of the frame. */
const STORY = /^(json) (\w+ (?:sends|receives))$/;

/**
 * Pages are written with the links of the repository. On the site these lead to its pages and pictures. Code is shown as
 * it is written.
 */
export function asInTheRepository(markdown: Markdown): void {
  markdown.core.ruler.push('links-of-the-repository', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href !== null) token.attrSet('href', onTheSite(href));
      const src = token.type === 'image' ? token.attrGet('src') : null;
      // The site serves the folder `public` at its root.
      if (src?.startsWith('public/') === true) token.attrSet('src', src.replace('public/', '/'));
      // Vue would evaluate an expression in braces, such as a property of React. VitePress excludes blocks of code alone.
      if (token.type === 'code_inline') token.attrSet('v-pre', '');
    }
  });
  markdown.core.ruler.push('frame-titles', (state) => {
    state.tokens = state.tokens.flatMap((token) => {
      const [, language, title] = (token.type === 'fence' ? STORY.exec(token.info.trim()) : null) ?? [];
      if (language === undefined || title === undefined) return [token];
      token.info = language;
      const heading = new state.Token('html_block', '', 0);
      heading.content = `<p class="frame-title">${title}</p>\n`;
      return [heading, token] satisfies Token[];
    });
  });
}

/** A link is relative to a file of the repository: a page in `docs`, or the file that a page includes. */
function onTheSite(href: string): string {
  const [, path = '', hash = ''] = /^(?:\.\.?\/)*([^#]*)(#.*)?$/.exec(href) ?? [];
  const page = PAGES.get(path) ?? (path.startsWith('docs/') ? path.slice('docs/'.length) : undefined);
  return page === undefined ? href : page + (page.includes('#') ? '' : hash);
}

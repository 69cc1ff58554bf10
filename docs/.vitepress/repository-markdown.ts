import type { MarkdownOptions } from 'vitepress';

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];
type Token = ReturnType<Markdown['parse']>[number];

/** Files that are read in the repository, and the pages that they are here. */
const PAGES = new Map([
  ['README.md', 'quick-start.md'],
  ['SECURITY.md', 'security.md'],
  ['libs/client/README.md', 'client.md'],
  ['.env.example', 'operating.md#configuration'],
]);

/** `alice asks`, behind the language of a block: who says what is in it. */
const STORY = /^(json) (\w+ (?:asks|hears))$/;

/** Pages are written for whoever reads them in the repository; here their links lead to pages of the site. */
export function asInTheRepository(markdown: Markdown): void {
  markdown.core.ruler.push('links-of-the-repository', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href !== null) token.attrSet('href', onTheSite(href));
    }
  });
  markdown.core.ruler.push('who-says-it', (state) => {
    state.tokens = state.tokens.flatMap((token) => {
      const [, language, who] = (token.type === 'fence' ? STORY.exec(token.info.trim()) : null) ?? [];
      if (language === undefined || who === undefined) return [token];
      token.info = language;
      const title = new state.Token('html_block', '', 0);
      title.content = `<p class="who-says-it">${who}</p>\n`;
      return [title, token] satisfies Token[];
    });
  });
}

/** A link is relative to a file of the repository: in `docs`, or beside what a page includes. */
function onTheSite(href: string): string {
  const [, path = '', hash = ''] = /^(?:\.\.?\/)*([^#]*)(#.*)?$/.exec(href) ?? [];
  const page = PAGES.get(path) ?? (path.startsWith('docs/') ? path.slice('docs/'.length) : undefined);
  return page === undefined ? href : page + (page.includes('#') ? '' : hash);
}

/** A part of a page, as markdown-it has parsed it. */
export interface Token {
  type: string;
  info: string;
  content: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

interface State {
  tokens: Token[];
  readonly Token: new (type: 'html_block', tag: '', nesting: 0) => Token;
}

/** What the site uses of markdown-it. VitePress contains it, so the types of its package are not the same. */
export interface Markdown {
  readonly core: { readonly ruler: { push(name: string, rule: (state: State) => void): void } };
  render(page: string, environment: object): string;
}

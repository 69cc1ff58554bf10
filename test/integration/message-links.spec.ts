import { linksOf } from '../../src/features/messages/link-previews/message-links.js';
import { known, tokensOf } from '../../web/src/markdown/markdown-tokens.js';
import type { TextToken } from '../../web/src/markdown/markdown-tokens.js';

const WEB = /^https?:/i;

/** The addresses of the links that the web client shows, in their order. */
function shownLinks(tokens: readonly TextToken[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'link') return [token.href];
    if (token.type === 'list') return token.items.flatMap((item) => shownLinks(known(item.tokens)));
    return 'tokens' in token ? shownLinks(known(token.tokens ?? [])) : [];
  });
}

const inWebClient = (content: string): string[] => [
  ...new Set(shownLinks(tokensOf(content) ?? []).filter((link) => WEB.test(link))),
];

describe('the links of a message for the service and for the web client', () => {
  it.each([
    'See https://example.com/a, or http://example.org!',
    '[text](https://example.com/x) and **https://example.com/bold**',
    '(https://example.com/a_(b)) <https://example.com/angle>',
    '> quoted https://example.com/quote\n\n- item https://example.com/item',
    '`https://example.com/code` and ``https://example.com/code ` `` https://example.com/text',
    '```\nhttps://example.com/code\n```\nhttps://example.com/after',
    '~~~\nhttps://example.com/never-closed',
    '```js\nhttps://example.com/a\n~~~\nhttps://example.com/b\n```\nhttps://example.com/c',
    'https://example.com/?q=a&b=c#part ~~https://example.com/struck~~',
    'https://example.com https://example.com mailto:a@example.com ftp://example.com/',
    'a ` lonely https://example.com/backtick',
    'no link',
    '见 http://host.example/abc。谢谢',
    '（https://host.example/wiki/北京）、“https://host.example/a.”；https://host.example/b…',
    'https://host.example/abc\u200bhidden and https://host.example/abc!。',
    '[维基](https://host.example/“中文”。x) and <https://host.example/、y>',
  ])('are the same in %j', (content) => expect(linksOf(content)).toEqual(inWebClient(content).slice(0, 3)));
});

import { linksOf } from './message-links.js';

describe('the links of a message', () => {
  it.each([
    ['no link at all', []],
    ['See https://example.com/a.', ['https://example.com/a']],
    ['(https://example.com/a_(b))', ['https://example.com/a_(b)']],
    ['[text](https://example.com/x) and more', ['https://example.com/x']],
    ['**https://example.com/bold**', ['https://example.com/bold']],
    [
      '<https://example.com/y>, "http://example.org?q=1&r=2#f"',
      ['https://example.com/y', 'http://example.org?q=1&r=2#f'],
    ],
    ['HTTPS://EXAMPLE.COM', ['HTTPS://EXAMPLE.COM']],
    ['https://a.example https://a.example https://b.example', ['https://a.example', 'https://b.example']],
    ['https://1.example https://2.example https://3.example https://4.example'.split(' ').join('\n'), 3],
    ['`https://example.com/code` https://example.com/text', ['https://example.com/text']],
    ['``a ` https://example.com/code`` b', []],
    ['a ` https://example.com/text', ['https://example.com/text']],
    ['```\nhttps://example.com/code\n```\nhttps://example.com/text', ['https://example.com/text']],
    ['~~~ts\nhttps://example.com/code\n~~\n```\n', []],
    ['ftp://example.com xhttps://example.com http://', []],
    ['http://user:password@example.com/', []],
    ['mailto:someone@example.com javascript:alert(1)', []],
    ['日本https://example.com/日本 語', ['https://example.com/日本']],
    ['见 http://host/abc。谢谢', ['http://host/abc']],
    [
      '「http://host/abc」、（http://host/d）と…http://host/e…続き',
      ['http://host/abc', 'http://host/d', 'http://host/e'],
    ],
    ['(http://host/abc).。', ['http://host/abc']],
    ['http://host/abc\u200bsecret', ['http://host/abc']],
    ['[维基](http://host/“中文”。) and <http://host/、>', ['http://host/“中文”。', 'http://host/、']],
    [`https://example.com/${'x'.repeat(2_040)}`, []],
  ])('in %j', (content, links) => {
    const found = linksOf(content);
    expect(Array.isArray(links) ? found : found.length).toEqual(links);
  });

  it.each([
    ['backticks', '`'],
    ['runs of backticks', '` `` '],
    ['parentheses', '('],
    ['closing parentheses', ')'],
    ['full stops', '.'],
    ['addresses', 'http://'],
    ['fences', '```\n'],
    ['spaces', ' '],
  ])('are found in a bounded time among %s', (_, part) => {
    const content = `https://example.com/${part.repeat(19_900 / part.length)} http://x`;
    const before = performance.now();
    linksOf(content);
    expect(performance.now() - before).toBeLessThan(200);
  });
});

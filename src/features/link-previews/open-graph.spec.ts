import { openGraphOf } from './open-graph.js';
import { pageText } from './page-previews.js';

const EMPTY = { title: '', description: '', site: '', image: null };

describe('the description of a page', () => {
  it('is that of Open Graph', () => {
    const page = `<!doctype html><html><head>
      <title>Another title</title><meta name="description" content="Another text">
      <meta property="og:title" content="A &amp; B &quot;C&quot;"><meta property="og:description" content="The text">
      <meta property="og:site_name" content="The site"><meta property="og:image" content="/picture.png">
      <meta property="og:image:secure_url" content="https://example.com/p.png"></head></html>`;
    expect(openGraphOf(page)).toEqual({
      title: 'A & B "C"',
      description: 'The text',
      site: 'The site',
      image: 'https://example.com/p.png',
    });
  });

  it('is the title and the description of a page without Open Graph', () => {
    const page = '<TITLE>A &lt;b&gt; title</TITLE><META NAME=Description CONTENT=Text><svg><title>no</title></svg>';
    expect(openGraphOf(page)).toEqual({ ...EMPTY, title: 'A <b> title', description: 'Text' });
  });

  it.each([
    ['', EMPTY],
    ['<', EMPTY],
    ['<title>never closed', { ...EMPTY, title: 'never closed' }],
    ['<meta property="og:title" content="cut in the mid', EMPTY],
    ['<body><title>of the body</title>', EMPTY],
    ['<title>one</title><title>two</title>', { ...EMPTY, title: 'one' }],
    ['<meta property="og:title"><meta property="og:title" content="x">', { ...EMPTY, title: 'x' }],
    ['<script>"<title>no</title>"</script><title>yes</title>', { ...EMPTY, title: 'yes' }],
    ['<meta property="__proto__" content="x"><meta __proto__="x" content>', EMPTY],
  ])('is what a broken page %j says', (page, description) => expect(openGraphOf(page)).toEqual(description));

  it('is one line of bounded texts, without marks of direction', () => {
    const long = '😀'.repeat(600);
    const { title, description, site } = openGraphOf(
      `<meta property="og:title" content="a\n\t b\u202E\u0000c"><meta property="og:description" content="${long}">
       <meta property="og:site_name" content="${long}">`,
    );
    expect(title).toBe('a bc');
    expect([Array.from(description).length, Array.from(site).length]).toEqual([500, 100]);
    expect(description.endsWith('😀…')).toBe(true);
  });

  const BYTES = 524_288;
  const filled = (part: string): string => part.repeat(BYTES / part.length);

  it.each([
    ['tags', filled('<a>')],
    ['open comments', filled('<!--')],
    ['attributes', `<meta ${filled('a=b ')}`],
    ['quotes', filled('<meta content="')],
    ['entities', filled('&amp')],
    ['metas', filled('<meta property="og:title" content="x">')],
    ['titles', filled('<title>')],
    ['spaces in a title', `<title>${filled(' ')}`],
    ['nested elements', filled('<p><b>')],
    ['elements inside others', filled('<i><b><u>')],
    ['open processing instructions', filled('<?<![CDATA[')],
  ])('takes a bounded time to read, of a page of nothing but %s', (_, page) => {
    const before = performance.now();
    openGraphOf(page);
    expect(performance.now() - before).toBeLessThan(500);
  });
});

describe('the text of a page', () => {
  it.each([
    ['text/html; charset=ISO-8859-1', Buffer.from('Grüße', 'latin1')],
    ['text/html;Charset="utf-8"', Buffer.from('Grüße')],
    ['text/html', Buffer.from('Grüße')],
    ['text/html; charset=unheard-of', Buffer.from('Grüße')],
    ['text/html; charset=utf-16le', Buffer.from('Grüße', 'utf16le')],
  ])('has the charset of %s', (type, body) => expect(pageText(body, type)).toBe('Grüße'));

  it.each(['<meta charset="windows-1252">', `<meta http-equiv=x content='text/html; charset=iso-8859-1'>`])(
    'has the charset of %s',
    (meta) => expect(pageText(Buffer.from(`${meta}é`, 'latin1'), 'text/html')).toBe(`${meta}é`),
  );

  it('has U+FFFD for what is none of its charset', () => {
    expect(pageText(Buffer.from([0x61, 0xff]), 'text/html; charset=utf-8')).toBe('a\uFFFD');
  });
});

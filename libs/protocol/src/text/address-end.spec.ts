import { addressIn } from './address-end.js';

describe('an address in a text', () => {
  it.each([
    ...[
      '。谢谢',
      '，谢谢',
      '！谢谢',
      '；谢谢',
      '：谢谢',
      '？',
      '、次',
      '．',
      '）然后',
      '」と',
      '』',
      '】',
      '》',
      '〉',
      '〕',
      '＞',
      '｝',
    ],
    ...[
      '（见',
      '「',
      '“引',
      '”引',
      '’引',
      '»',
      '«',
      '„',
      '‹',
      '…',
      '……谢谢',
      '‥',
      '⋯',
      '——谢谢',
      '―',
      '〜',
      '～',
      '・次',
      '｡',
      '､',
      '｜',
    ],
    ...['؟', '،ثم', '؛', '۔پھر', '।धन्यवाद', '॥', '።', '፣', '։', '၊', '။', '។', '།', '᠂', '‽', '⸮', '·', '\u037e'],
    ...[
      '\u200b后',
      '\u2060x',
      '\ufeffx',
      '\u00ad',
      '\u202ex',
      '\u2066',
      '\u200e',
      '\u061c',
      '\u3164x',
      '\u2800x',
      '\u200dx',
      '\u{e0041}',
    ],
    ...[' x', '\u00a0x', '\u3000x', '\u2003', '\u2028x', '\u0085x', '\tx', '\nx', '\u001bx', '\ufffc'],
  ])('ends before %j', (rest) => {
    expect(addressIn(`http://host/abc${rest}`)).toBe('http://host/abc');
  });

  it.each([
    ...[
      '/wiki/北京',
      '/wiki/ウィキペディア',
      '/wiki/서울',
      '/wiki/Київ',
      '/wiki/القاهرة',
      '/wiki/ประเทศไทย',
      '/wiki/हिन्दी',
    ],
    ...[
      '/wiki/Paral·lel',
      '/wiki/L’Aquila',
      '/wiki/Michelson–Morley',
      '/wiki/צה״ל',
      '/wiki/བོད་ཡིག',
      '/wiki/می\u200cخواهم',
    ],
    ...['/ｗｉｋｉ１', '/👩\u200d🚀/x', '/❤\ufe0f/x', '/a(b)', '/?q=a,b;c!d:e', '/e\u0301', "/it's", '/々ー〇'],
  ])('has all of %j', (path) => {
    expect(addressIn(`http://host${path}`)).toBe(`http://host${path}`);
  });

  it('is found in a time that grows with the text', () => {
    const before = performance.now();
    for (const part of ['’', '·', '\u200d', 'é', 'ا\u200c']) addressIn(`http://host/${part.repeat(20_000)}`);
    expect(performance.now() - before).toBeLessThan(500);
  });
});

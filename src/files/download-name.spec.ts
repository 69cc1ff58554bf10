import fc from 'fast-check';

import { downloadName } from './download-name.js';

describe('the name of a downloaded file', () => {
  it.each(['report.pdf', 'Käse 山 👋.csv', 'a.tar.gz', '100 %.txt', "it's.txt"])('stays %s', (name) => {
    expect(downloadName(name)).toBe(name);
  });

  it.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\a.exe', 'C__Windows_a.exe'],
    ['a\r\nSet-Cookie: b', 'a__Set-Cookie_ b'],
    ['a"; filename="b.exe', 'a_; filename=_b.exe'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a\u200b\ufeff.txt', 'a.txt'],
    ['.bashrc', 'bashrc'],
    ['page.html. . ', 'page.html'],
    ['a\ud800b', 'a\ufffdb'],
    ['', 'file'],
    ['...', 'file'],
  ])('of %j is %j', (name, expected) => {
    expect(downloadName(name)).toBe(expected);
  });

  it('is cut, and keeps a short extension', () => {
    expect(downloadName(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`);
    expect(downloadName(`${'山'.repeat(300)}.pdf`)).toBe(`${'山'.repeat(65)}.pdf`);
    expect(downloadName(`a.${'b'.repeat(300)}`)).toBe(`a.${'b'.repeat(198)}`);
  });

  it('is bounded, and has no dangerous character, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const name = downloadName(text);
        expect(name).toMatch(/^[^\p{Cc}\p{Cs}\p{Bidi_Control}/\\:"]+$/u);
        expect(name).not.toMatch(/^\./);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      }),
      { numRuns: 30 },
    );
  });
});

import fc from 'fast-check';

import { ENDINGS } from '../uploads/types/endings.js';
import { MIME_TYPES } from '../uploads/types/mime-types.js';
import { downloadName } from './download-name.js';

describe('the name of a downloaded file', () => {
  it.each([
    ['report.pdf', 'application/pdf'],
    ['Käse 山 👋.csv', 'text/csv'],
    ['a.tar.txt', 'text/plain'],
    ['100 %.TXT', 'text/plain'],
    ["it's.jpeg", 'image/jpeg'],
  ])('stays %s', (name, type) => expect(downloadName(name, type)).toBe(name));

  it.each([
    ['invoice.pdf.hta', 'text/plain', 'invoice.pdf.hta.txt'],
    ['run.js', 'text/plain', 'run.js.txt'],
    ['start.bat', 'text/csv', 'start.bat.csv'],
    ['x.html', 'image/gif', 'x.html.gif'],
    ['photo', 'image/jpeg', 'photo.jpg'],
    ['a.b.', 'application/pdf', 'a.b.pdf'],
    ['no type.exe', 'application/x-unknown', 'no type.exe.bin'],
  ])('that has another ending than %s of the type %s gets one: %s', (name, type, expected) => {
    expect(downloadName(name, type)).toBe(expected);
  });

  it.each([
    'all.zip',
    'all.tar.gz',
    'README.md',
    'data.json',
    'a.xml',
    'a.yaml',
    'server.log',
    'main.ts',
    'song.flac',
    'Makefile',
  ])('of a file of any type stays %s', (name) => expect(downloadName(name, 'application/octet-stream')).toBe(name));

  it.each([
    ['page.html', 'page.html.txt'],
    ['PICTURE.SVG', 'PICTURE.SVG.txt'],
    ['run.js. ', 'run.js.txt'],
    ['invoice.pdf.hta', 'invoice.pdf.hta.txt'],
    ['setup.exe', 'setup.exe.bin'],
    ['a.lnk\u200b', 'a.lnk.bin'],
    ['photo\u202egpj.exe', 'photogpj.exe.bin'],
  ])('of a file of any type that a computer would run gets a harmless ending: %j', (name, expected) => {
    expect(downloadName(name, 'application/octet-stream')).toBe(expected);
  });

  it('knows an ending of every permitted type', () => {
    expect(Object.keys(ENDINGS).sort()).toEqual([...new Set(Object.values(MIME_TYPES).flat())].sort());
  });

  it.each([
    ['../../etc/passwd', '_.._etc_passwd.txt'],
    ['C:\\Windows\\a.exe', 'C__Windows_a.exe.txt'],
    ['a\r\nSet-Cookie: b', 'a__Set-Cookie_ b.txt'],
    ['a"; filename="b.exe', 'a_; filename=_b.exe.txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe.txt'],
    ['a\u200b\ufeff.txt', 'a.txt'],
    ['.bashrc', 'bashrc.txt'],
    ['page.html. . ', 'page.html.txt'],
    ['a\ud800b', 'a\ufffdb.txt'],
    ['', 'file.txt'],
    ['...', 'file.txt'],
  ])('of %j is %j', (name, expected) => expect(downloadName(name, 'text/plain')).toBe(expected));

  it('is cut, and keeps a short extension', () => {
    expect(downloadName(`${'a'.repeat(300)}.pdf`, 'application/pdf')).toBe(`${'a'.repeat(196)}.pdf`);
    expect(downloadName(`${'山'.repeat(300)}.pdf`, 'application/pdf')).toBe(`${'山'.repeat(65)}.pdf`);
    expect(downloadName(`a.${'b'.repeat(300)}`, 'application/pdf')).toBe(`a.${'b'.repeat(194)}.pdf`);
  });

  it('is bounded, and has no dangerous character, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const name = downloadName(text, 'text/plain');
        expect(name).toMatch(/\.(?:txt|text|log|md)$/i);
        expect(name).toMatch(/^[^\p{Cc}\p{Cs}\p{Bidi_Control}/\\:"]+$/u);
        expect(name).not.toMatch(/^\./);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      }),
      { numRuns: 30 },
    );
  });
});

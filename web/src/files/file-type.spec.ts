import { typeOf } from './file-type.js';

it.each([
  ['report.csv', 'application/vnd.ms-excel', 'text/csv'],
  ['notes.txt', 'application/msword', 'text/plain'],
  ['report.xls', 'application/vnd.ms-excel', 'application/vnd.ms-excel'],
  ['sound.ogg', 'video/ogg', 'video/ogg'],
  ['picture.png', '', 'image/png'],
  ['program.exe', 'application/x-msdownload', 'application/x-msdownload'],
  ['nothing', '', 'application/octet-stream'],
])('%s, which a browser calls "%s", is declared as %s', (name, type, declared) => {
  expect(typeOf({ name, type })).toBe(declared);
});

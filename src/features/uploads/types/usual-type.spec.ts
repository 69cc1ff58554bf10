import { MIME_TYPES } from './mime-types.js';
import { typeOfText, usualType } from './usual-type.js';

it.each([
  ['image/jpg', 'image/jpeg'],
  ['IMAGE/PNG', 'image/png'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/mp3', 'audio/mpeg'],
  ['text/plain;charset=utf-8', 'text/plain'],
  [' text/csv ; header=present', 'text/csv'],
  ['application/csv', 'text/csv'],
  ['application/zip', 'application/zip'],
  ['constructor', 'constructor'],
  ['', ''],
])('the usual name of the type %j is %j', (declared, type) => expect(usualType(declared)).toBe(type));

it('a permitted type has its usual name', () => expect(MIME_TYPES.file.map(usualType)).toEqual(MIME_TYPES.file));

it.each([
  ['application/vnd.ms-excel', 'report.csv', 'text/csv'],
  ['application/vnd.ms-excel', 'Report.CSV', 'text/csv'],
  ['application/msword', 'notes.txt', 'text/plain'],
  ['application/vnd.ms-excel', 'report.xls', undefined],
  ['application/vnd.ms-excel', 'csv.', undefined],
  ['image/png', 'report.csv', undefined],
])('a text that is declared as %s and called %s is of the type %s', (declared, name, type) => {
  expect(typeOfText(declared, name)).toBe(type);
});

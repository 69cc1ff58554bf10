import { parse } from 'csv-parse/sync';

import { csvLine } from './audit-export.service.js';

describe('csvLine', () => {
  it('is read as the same cells', () => {
    const cells = ['plain', '', 'a "quoted" word', 'one,two', 'two\nlines', 'two\r\nlines', '{"a":1}', ' spaces '];
    expect(parse(csvLine(cells) + csvLine(['second']), { relax_column_count: true })).toEqual([cells, ['second']]);
  });

  it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx'])('contains no formula: %j', (text) => {
    expect(parse(csvLine([text]))).toEqual([[`'${text}`]]);
  });
});

import { parseSearch } from './operators.js';

const NOW = new Date(2026, 10, 26, 15, 30);
const parsed = (text: string): object => parseSearch(text, NOW);
const NOTHING = { words: '', has: [], faults: [] };

describe('parseSearch', () => {
  it.each<[string, object]>([
    ['', {}],
    ['two words', { words: 'two words' }],
    ['from:ada red from: ', { words: 'red', from: 'ada' }],
    ['from:@Ada in:#News', { from: 'Ada', in: 'News' }],
    ['FROM:me', { from: 'me' }],
    ['from:ada from:bob', { from: 'bob' }],
    ['in:"The garden" rose', { words: 'rose', in: 'The garden' }],
    ['in:"The gar', { in: 'The gar' }],
    ['from:""', {}],
    ['"from:ada"', { words: '"from:ada"' }],
    ['is:new x:y http://a.example', { words: 'is:new x:y http://a.example' }],
    ['afrom:ada', { words: 'afrom:ada' }],
    ['has:link HAS:Image has:link', { has: ['link', 'image'] }],
    ['has:reaction', { faults: [{ operator: 'has', value: 'reaction' }] }],
    ['before:2026-11-02', { until: new Date(2026, 10, 2) }],
    ['after:2026-11-30', { since: new Date(2026, 11, 1) }],
    ['before:today after:yesterday', { until: new Date(2026, 10, 26), since: new Date(2026, 10, 26) }],
    ['before:Yesterday', { until: new Date(2026, 10, 25) }],
    ['before:', {}],
    ...['2026-02-30', '2026-2-3', '02/11/2026', 'tomorrow', '2026-11-02T00:00'].map((value): [string, object] => [
      `before:${value}`,
      { faults: [{ operator: 'before', value }] },
    ]),
  ])('reads %j', (text, said) => {
    const { since, until, from, in: room, ...rest } = { ...NOTHING, ...said } as Record<string, unknown>;
    expect(parsed(text)).toEqual({ ...rest, since, until, from, in: room });
  });
});

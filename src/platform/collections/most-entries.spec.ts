import { LRUCache } from 'lru-cache';

import { mostEntries } from './most-entries.js';

describe('a cache of a maximum number of entries', () => {
  it('drops the entry that was used the longest time ago', () => {
    const cache = new LRUCache<string, number>(mostEntries(2));
    cache.set('first', 1).set('second', 2);
    cache.get('first');
    cache.set('third', 3).set('third', 4);
    expect([...cache.entries()].sort()).toEqual([
      ['first', 1],
      ['third', 4],
    ]);
  });
});

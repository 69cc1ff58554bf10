import { parameterLists } from './parameter-lists.js';

it('gives each list its type, and the values of the items in their order', () => {
  const lists = parameterLists<{ readonly id: number; readonly name?: string }>()({
    ids: ['int4[]', ({ id }) => id],
    names: ['(text | null)[]', ({ name }) => name ?? null],
  });
  expect(lists.types).toEqual({ ids: 'int4[]', names: '(text | null)[]' });
  expect(lists.of([{ id: 7, name: 'heron' }, { id: 3 }])).toEqual({ ids: [7, 3], names: ['heron', null] });
  expect(lists.of([])).toEqual({ ids: [], names: [] });
});

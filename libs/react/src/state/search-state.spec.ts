import type { SearchPage } from '@parley/client';

import { FakeChat, settle } from './chat.fake.js';
import { SearchState } from './search-state.js';

const pageOf = (id: string, next_before: string | null = null): SearchPage =>
  ({ results: [{ message: { id }, fragments: [] }], next_before }) as unknown as SearchPage;

function searching(answer: (data: { readonly query: string; readonly before?: string }) => unknown): SearchState {
  const fake = new FakeChat({ 'message.search': answer });
  fake.become('online');
  return new SearchState(fake.chat);
}

const idsOf = (state: SearchState): string[] => state.snapshot.results.map(({ message }) => message.id);

it('a search has further pages until the last one', async () => {
  const state = searching(({ before }) => ({ data: before === undefined ? pageOf('1', 'next') : pageOf('2') }));
  await state.find({ query: 'plan' });
  expect(state.snapshot).toMatchObject({ isDone: true, isSearching: false, hasMore: true });
  await state.findMore();
  expect(idsOf(state)).toEqual(['1', '2']);
  expect(state.snapshot.hasMore).toBe(false);
  await state.findMore();
  expect(idsOf(state)).toEqual(['1', '2']);
});

it('the answer to an earlier search changes nothing', async () => {
  const answers: ((page: object) => void)[] = [];
  const state = searching(() => new Promise((resolve) => answers.push(resolve)));
  void state.find({ query: 'one' });
  void state.find({ query: 'two' });
  answers[1]?.({ data: pageOf('second') });
  await settle();
  answers[0]?.({ data: pageOf('first') });
  await settle();
  expect(idsOf(state)).toEqual(['second']);
});

it('a failed search says why, and is done by none', async () => {
  const fake = new FakeChat();
  const state = new SearchState(fake.chat);
  await state.find({ query: 'plan' });
  expect(state.snapshot).toMatchObject({ isDone: false, isSearching: false, error: { code: 'offline' } });
});

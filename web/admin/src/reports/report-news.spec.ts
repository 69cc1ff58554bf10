import type { Report } from '@parley/protocol';

import { newsOf } from './report-news.js';

const reports = (...ids: readonly string[]): Report[] => ids.map((report_id) => ({ report_id }) as Report);
const idsOf = (list: readonly Report[]): string[] => list.map(({ report_id }) => report_id);

it('reports that are newer than those shown are fresh', () => {
  const { fresh, gone } = newsOf(reports('c', 'b'), reports('e', 'd', 'c', 'b'), true);
  expect(idsOf(fresh)).toEqual(['e', 'd']);
  expect([...gone]).toEqual([]);
});

it('all reports are fresh if none is shown', () => {
  expect(idsOf(newsOf([], reports('b', 'a'), false).fresh)).toEqual(['b', 'a']);
});

it('a report that the own resolution has removed is not fresh', () => {
  expect(idsOf(newsOf(reports('d', 'b'), reports('d', 'c', 'b'), true).fresh)).toEqual([]);
});

it('shown reports are gone if they are missing in the part that was read', () => {
  expect([...newsOf(reports('d', 'c', 'b', 'a'), reports('e', 'd', 'b'), false).gone]).toEqual(['c']);
  expect([...newsOf(reports('d', 'c', 'b', 'a'), reports('e', 'd', 'b'), true).gone]).toEqual(['c', 'a']);
  expect([...newsOf(reports('b', 'a'), [], true).gone]).toEqual(['b', 'a']);
});

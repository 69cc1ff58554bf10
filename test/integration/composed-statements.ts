import { STEP, stepStatement } from '../../src/features/search/room-walk.repository.js';
import { conditionsOf, MESSAGE_PARTS, StatementValues } from '../../src/features/search/search-filters.js';
import type { SearchFilters } from '../../src/features/search/search-filters.js';
import { NAMED, namingStatement } from '../../src/features/search/search-statement.js';
import type { ComposedStatement } from '../support/described-statements.js';

const BOUNDS = { userId: 1, rooms: [], seconds: 1 };
const WORDS = [
  { part: 'one', whole: ' one ' },
  { part: 'two', whole: ' two ' },
];
const NO_FILTERS: SearchFilters = { fromUserId: undefined, since: undefined, until: undefined, has: new Set() };
const FILTERS: readonly SearchFilters[] = [
  NO_FILTERS,
  { fromUserId: 1, since: 0, until: 1, has: new Set(MESSAGE_PARTS) },
  { ...NO_FILTERS, fromUserId: 1 },
  ...MESSAGE_PARTS.map((part) => ({ ...NO_FILTERS, has: new Set([part]) })),
];

/** Searches with and without words, by each filter and by all of them. */
export const composedStatements = (): readonly ComposedStatement[] =>
  FILTERS.flatMap((filters, at) =>
    [WORDS, []].flatMap((words) => {
      const form = `${String(words.length)} words and filters ${String(at)}`;
      const values = new StatementValues([1, 2, 3, 4]);
      const conditions = ['NOT m.is_deleted', ...conditionsOf(filters, values)];
      const parts = words.map(({ part }) => values.add(part));
      const step = { name: `a step of ${form}`, text: stepStatement(conditions, parts), columns: STEP };
      if (filters === NO_FILTERS && words.length === 0) return step;
      const { text } = namingStatement({ words, filters, roomId: undefined, after: undefined, limit: 1 }, BOUNDS);
      return [step, { name: `the matches of ${form}`, text, columns: NAMED }];
    }),
  );

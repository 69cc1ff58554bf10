import type { QueryRunner } from 'typeorm';

import { marked, RELEASE_0_3 } from '../migrations/release-mark.js';
import type { Query, QuerySource } from '../query.js';
import { stepsToRoomKeys } from './key-steps.js';

/**
 * Changes the keys in the transaction of a migration, if nobody else uses the tables.
 * @returns whether it has; otherwise `parley migrate up` changes them later, without long locks
 */
export async function changeKeysUnlessInUse(runner: QueryRunner): Promise<boolean> {
  if (await isInUse(runner)) return false;
  for (const { statement } of await stepsToRoomKeys(queryOf(runner))) {
    // A transaction can contain the statement without this word.
    await runner.query(statement.replace(' CONCURRENTLY', ''));
  }
  await runner.query(marked(RELEASE_0_3));
  return true;
}

export const queryOf =
  (runner: Pick<QuerySource, 'query'>): Query =>
  <Row>(statement: string, parameters: unknown[]) =>
    runner.query<Row[]>(statement, parameters);

/** The embedded database has no other users than this process. */
export async function isInUse(runner: QueryRunner): Promise<boolean> {
  if (!('url' in runner.dataSource.options)) return false;
  const [row] = await queryOf(runner)<{ found: boolean }>(
    'SELECT EXISTS (SELECT FROM rooms) OR EXISTS (SELECT FROM nodes) AS found',
    [],
  );
  return row?.found === true;
}

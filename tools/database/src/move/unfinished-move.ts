import { HAS_UNFINISHED_MOVE, UNFINISHED_MOVE } from '../../../../src/platform/database/open-database.js';
import type { MoveConnection } from './move-connection.js';

/** The state of a source. It is equal as long as nothing is written there. */
export interface SourceState {
  /** Its present epoch. */
  readonly epochId: string;
  /** The next transaction of its PostgreSQL that writes. */
  readonly transaction: string;
}

export async function sourceState(source: MoveConnection): Promise<SourceState> {
  const [state] = await source.query<SourceState>(
    `SELECT id AS "epochId", pg_snapshot_xmax(pg_current_snapshot())::text AS transaction
     FROM epochs ORDER BY number DESC LIMIT 1`,
  );
  if (!state) throw new Error('the database has no epoch');
  return state;
}

/** The source of the move that has begun into this database, if any. */
export async function unfinishedMove(target: MoveConnection): Promise<SourceState | undefined> {
  const [found] = await target.query<{ has: boolean }>(`SELECT ${HAS_UNFINISHED_MOVE} AS has`);
  if (found?.has !== true) return undefined;
  const [state] = await target.query<SourceState>(`SELECT epoch_id AS "epochId", transaction FROM ${UNFINISHED_MOVE}`);
  return state;
}

/**
 * Records that a move has begun, in the transaction of the caller.
 * @param postponed statements that the move executes after the copy
 */
export async function recordMove(
  target: MoveConnection,
  { epochId, transaction }: SourceState,
  postponed: readonly string[],
): Promise<void> {
  await target.query(
    `CREATE TABLE ${UNFINISHED_MOVE} (epoch_id uuid NOT NULL, transaction text NOT NULL, postponed text[] NOT NULL)`,
  );
  await target.query(`INSERT INTO ${UNFINISHED_MOVE} VALUES ($1, $2, $3)`, [epochId, transaction, postponed]);
}

/** Executes the postponed statements that no earlier run has executed. */
export async function executePostponed(target: MoveConnection): Promise<void> {
  for (;;) {
    const [next] = await target.query<{ statement: string | null }>(
      `SELECT postponed[1] AS statement FROM ${UNFINISHED_MOVE}`,
    );
    const statement = next?.statement;
    if (!statement) return;
    await target.transaction(async () => {
      await target.query(statement);
      await target.query(`UPDATE ${UNFINISHED_MOVE} SET postponed = postponed[2:]`);
    });
  }
}

/** In the transaction of the caller. */
export async function recordEnd(target: MoveConnection): Promise<void> {
  await target.query(`DROP TABLE ${UNFINISHED_MOVE}`);
}

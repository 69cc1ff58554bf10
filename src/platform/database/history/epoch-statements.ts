import { ORIGIN } from './begin-epoch.js';
import type { Query } from '../query.js';

/** Rooms whose numbers are compared after a connection was lost. They bound the size of the statement. */
const MOST_COMPARED = 100_000;

/** Other processes that begin an epoch wait until the end of the transaction. Numbers of many rooms take their time. */
export async function lockEpochs(run: Query): Promise<void> {
  await run('SET LOCAL statement_timeout = 0', []);
  await run('LOCK TABLE epochs IN SHARE ROW EXCLUSIVE MODE', []);
}

/** Without rooms there are no positions: the tables may be copied before their first use. */
export async function hasRooms(run: Query): Promise<boolean> {
  const rows = await run('SELECT FROM rooms LIMIT 1', []);
  return rows.length > 0;
}

/** The present epoch continues in this place. */
export async function setOrigin(run: Query): Promise<void> {
  await run(`UPDATE epochs SET origin = ${ORIGIN} WHERE number = (SELECT max(number) FROM epochs)`, []);
}

/** Whether a room has a lower last number than before. Rooms that were removed are not compared. */
export async function lacksNumbers(run: Query, before: ReadonlyMap<string, number>): Promise<boolean> {
  const compared = [...before].slice(0, MOST_COMPARED);
  const rows = await run(
    `SELECT FROM unnest($1::uuid[], $2::bigint[]) AS known (room_id, seq)
     JOIN rooms r ON r.id = known.room_id WHERE r.last_seq < known.seq LIMIT 1`,
    [compared.map(([roomId]) => roomId), compared.map(([, seq]) => seq)],
  );
  return rows.length > 0;
}

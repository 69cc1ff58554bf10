import { ORIGIN } from './begin-epoch.js';
import { areNone } from './log-numbers.js';
import type { LogNumbers } from './log-numbers.js';
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

/** Whether a log has a lower last number than before. Rooms and users that were removed are not compared. */
export async function lacksNumbers(run: Query, before: LogNumbers): Promise<boolean> {
  if (areNone(before)) return false;
  const [rooms, users] = [[...before.rooms].slice(0, MOST_COMPARED), [...before.users].slice(0, MOST_COMPARED)];
  const ofRooms = await run(LACKING_ROOMS, [idsOf(rooms), numbersOf(rooms)]);
  return ofRooms.length > 0 || (await run(LACKING_USERS, [idsOf(users), numbersOf(users)])).length > 0;
}

const idsOf = <Id>(numbers: readonly (readonly [Id, number])[]): Id[] => numbers.map(([id]) => id);
const numbersOf = (numbers: readonly (readonly [unknown, number])[]): number[] => numbers.map(([, seq]) => seq);

const LACKING_ROOMS = `
  SELECT FROM unnest($1::uuid[], $2::bigint[]) AS known (id, seq)
  JOIN rooms r ON r.id = known.id WHERE r.last_seq < known.seq LIMIT 1`;

/** A user without a row has had no private change. */
const LACKING_USERS = `
  SELECT FROM unnest($1::int[], $2::bigint[]) AS known (id, seq)
  JOIN users u ON u.id = known.id AND u.deleted_at IS NULL LEFT JOIN private_logs l ON l.user_id = u.id
  WHERE coalesce(l.last_seq, 0) < known.seq LIMIT 1`;

import type { EntityManager } from 'typeorm';

import type { DatabaseKind } from './database-kind.js';
import { commitTogether } from './mark.js';

/** Consecutive numbers of a room's log. */
export interface NumbersTaken {
  readonly roomId: string;
  readonly after: number;
  readonly upTo: number;
}

export interface RoomEnded {
  readonly roomId: string;
  /** The last number of its log when its row was deleted. */
  readonly lastSeq: number;
  /** The id that it had in its product; undefined: none. */
  readonly externalId: string | undefined;
}

/**
 * Rows that follow from rows of rooms: those of the outbox, of users' lists of rooms, of pushes and messages. Every
 * transaction that takes numbers, changes members or deletes rooms reports it.
 */
export abstract class DerivedRows {
  /** In the transaction that has taken the numbers. */
  abstract numbersTaken(manager: EntityManager, taken: readonly NumbersTaken[]): Promise<void>;

  abstract membersAdded(manager: EntityManager, roomId: string, userIds: readonly number[]): Promise<void>;

  abstract membersRemoved(
    manager: EntityManager,
    roomIds: readonly string[],
    userIds: readonly number[],
  ): Promise<void>;

  /**
   * In the transaction that has deleted the rooms, and so has waited for their sends: sets a timer for each that
   * deletes its messages in batches, and gives back their uploads, whose bytes are deleted after the commit. Nobody
   * reads the messages any more, because nobody is a member.
   */
  async roomsEnded(manager: EntityManager, rooms: readonly RoomEnded[]): Promise<void> {
    const roomIds = rooms.map(({ roomId }) => roomId);
    await manager.query(SET_TIMERS, [roomIds, ENDED_ROOM]);
    await manager.query(RELEASE_UPLOADS, [roomIds]);
  }
}

/**
 * In one PostgreSQL the others need no program: the triggers of `rooms` write the outbox, lists of rooms are a view,
 * and a foreign key deletes pushes.
 */
class DerivedByDatabase extends DerivedRows {
  override numbersTaken(): Promise<void> {
    return Promise.resolve();
  }

  override membersAdded(): Promise<void> {
    return Promise.resolve();
  }

  override membersRemoved(): Promise<void> {
    return Promise.resolve();
  }

  override async roomsEnded(manager: EntityManager, rooms: readonly RoomEnded[]): Promise<void> {
    await super.roomsEnded(manager, rooms);
    await nameEnds(manager, rooms);
  }
}

/** In a distributed database no trigger, view or foreign key combines tables of rooms with local tables. */
class DerivedByProgram extends DerivedRows {
  override async numbersTaken(manager: EntityManager, taken: readonly NumbersTaken[]): Promise<void> {
    const values = [taken.map(({ roomId }) => roomId), taken.map(({ after }) => after), taken.map(({ upTo }) => upTo)];
    const written = await manager.query<unknown[]>(NUMBERS_TAKEN, values);
    if (written.length > 0) await commitTogether(manager);
  }

  override async membersAdded(manager: EntityManager, roomId: string, userIds: readonly number[]): Promise<void> {
    await manager.query(
      'INSERT INTO user_rooms (user_id, room_id) SELECT unnest($2::int[]), $1::uuid ON CONFLICT DO NOTHING',
      [roomId, userIds],
    );
  }

  override async membersRemoved(
    manager: EntityManager,
    roomIds: readonly string[],
    userIds: readonly number[],
  ): Promise<void> {
    await manager.query('DELETE FROM user_rooms WHERE room_id = ANY ($1) AND user_id = ANY ($2)', [roomIds, userIds]);
  }

  override async roomsEnded(manager: EntityManager, rooms: readonly RoomEnded[]): Promise<void> {
    await super.roomsEnded(manager, rooms);
    const roomIds = rooms.map(({ roomId }) => roomId);
    await manager.query(ENDS, [roomIds, rooms.map(({ lastSeq }) => lastSeq)]);
    await nameEnds(manager, rooms);
    await manager.query('DELETE FROM user_rooms WHERE room_id = ANY ($1)', [roomIds]);
    await manager.query('DELETE FROM pushes WHERE room_id = ANY ($1)', [roomIds]);
  }
}

/** The kind of timers that delete what a room leaves behind. */
export const ENDED_ROOM = 'ended_room';

const SET_TIMERS = `
  INSERT INTO timers (kind, key, due_at)
  SELECT $2::text, ended.id::text, statement_timestamp() FROM unnest($1::uuid[]) AS ended (id)`;

const RELEASE_UPLOADS = `
  UPDATE uploads SET message_id = NULL, expires_at = statement_timestamp()
  WHERE room_id = ANY ($1) AND (expires_at IS NULL OR expires_at > statement_timestamp())`;

/** Without a consumer of the outbox nothing is written. */
const HAS_CONSUMER = 'EXISTS (SELECT FROM feed_followers)';

const NUMBERS_TAKEN = `
  INSERT INTO room_feed (room_id, after, up_to, ended)
  SELECT room_id, after, up_to, false FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS taken (room_id, after, up_to)
  WHERE ${HAS_CONSUMER}
  RETURNING id`;

/** The end has the number that this transaction has taken for it, where it has taken one, else the next. */
const ENDS = `
  WITH ended AS (
    SELECT * FROM unnest($1::uuid[], $2::bigint[]) AS ended (room_id, last_seq)
  ), taken AS (
    DELETE FROM room_feed f USING ended e
    WHERE f.room_id = e.room_id AND f.up_to = e.last_seq AND f.created_at = now() RETURNING f.room_id
  )
  INSERT INTO room_feed (room_id, after, up_to, ended)
  SELECT e.room_id, e.last_seq - own.number, e.last_seq + 1 - own.number, true
  FROM ended e CROSS JOIN LATERAL (
    SELECT count(*) AS number FROM taken t WHERE t.room_id = e.room_id
  ) own
  WHERE ${HAS_CONSUMER}`;

const NAME_ENDS = `
  UPDATE room_feed f SET external_id = e.external_id
  FROM unnest($1::uuid[], $2::text[]) AS e (room_id, external_id) WHERE f.room_id = e.room_id AND f.ended`;

/** The outbox has the ends of rooms already, if it has a consumer. */
async function nameEnds(manager: EntityManager, rooms: readonly RoomEnded[]): Promise<void> {
  const named = rooms.filter(({ externalId }) => externalId !== undefined);
  if (named.length === 0) return;
  await manager.query(NAME_ENDS, [named.map(({ roomId }) => roomId), named.map(({ externalId }) => externalId)]);
}

export const derivedRows = ({ isDistributed }: DatabaseKind): DerivedRows =>
  isDistributed ? new DerivedByProgram() : new DerivedByDatabase();

import type { QueryRunner } from 'typeorm';

import { queryOf } from './query.js';
import { SEARCHED_ADDRESS, searchedNames } from './searched-text/searched-text-sql.js';

/**
 * An index of a table that existed before it. Its migration creates it in an unused database only: in one that is in
 * use, `parley migrate up` or the start of a server creates it after the migrations, without locking writes.
 */
export interface OnlineIndex {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
}

export const INDEXES_OF_0_3: readonly OnlineIndex[] = [
  // The directories: texts are compared by their bytes, so that their beginnings are found.
  { name: 'users_username_beginning_idx', table: 'users', definition: '(username_key text_pattern_ops)' },
  { name: 'users_names_idx', table: 'users', definition: `USING gin (${searchedNames('users')} gin_trgm_ops)` },
  {
    name: 'rooms_public_channel_name_idx',
    table: 'rooms',
    definition: "(folded_text(name) text_pattern_ops, id) WHERE is_public AND type = 'Channel'",
  },
  // The words of messages, with their rooms, so that a word that is common in other rooms costs nothing.
  {
    name: 'messages_search_idx',
    table: 'messages',
    definition: 'USING gin ((ARRAY[room_id]), searched_text(content) gin_trgm_ops) WHERE NOT is_deleted',
  },
  // The pinned messages of a room, in the order of their pins.
  { name: 'messages_pins_idx', table: 'messages', definition: '(room_id, pinned_seq) WHERE pinned_seq IS NOT NULL' },
  // The replies of a thread, in their order. Other messages are not in it.
  {
    name: 'messages_thread_idx',
    table: 'messages',
    definition: '(room_id, thread_id, seq) WHERE thread_id IS NOT NULL',
  },
  // The messages that stand in a room, in their order. Replies in threads alone are not in it, however many there are.
  {
    name: 'messages_in_room_idx',
    table: 'messages',
    definition: '(room_id, seq) WHERE thread_id IS NULL OR also_to_room IS TRUE',
  },
  // Searches without words: the messages of a sender in a room, and those with attachments, in the order of their ids.
  { name: 'messages_of_sender_idx', table: 'messages', definition: '(room_id, sender_id, id)' },
  { name: 'attachments_first_idx', table: 'attachments', definition: '(room_id, message_id) WHERE position = 0' },
  // The messages of a room that have a lifetime, in the order of its end.
  {
    name: 'messages_expiring_idx',
    table: 'messages',
    definition: '(room_id, expires_at) WHERE expires_at IS NOT NULL',
  },
  // The rooms under a legal hold.
  { name: 'rooms_held_idx', table: 'rooms', definition: '(id) WHERE held_at IS NOT NULL' },
  // The rooms that keep their messages for a time of their own.
  { name: 'rooms_retention_idx', table: 'rooms', definition: '(id) WHERE retention_days IS NOT NULL' },
  // The moderators and administrators of the deployment.
  { name: 'users_with_role_idx', table: 'users', definition: "(id) WHERE role <> 'user'" },
];

/** The words of the names of files, with their rooms, as those of messages. */
export const INDEX_OF_FILE_NAMES: OnlineIndex = {
  name: 'attachments_names_idx',
  table: 'attachments',
  definition: `USING gin ((ARRAY[room_id]), searched_text(file->>'filename') gin_trgm_ops) WHERE file IS NOT NULL`,
};

/** The users who have several reactions to a message, of which there are few: no other row is read to measure them. */
export const INDEX_OF_FURTHER_REACTIONS: OnlineIndex = {
  name: 'reactions_further_idx',
  table: 'reactions',
  definition: '(room_id, message_id) WHERE further IS NOT NULL',
};

/** The orders and the searches of the list of users. */
export const INDEXES_OF_ACCOUNT_LIST: readonly OnlineIndex[] = [
  { name: 'users_last_seen_idx', table: 'users', definition: '(last_seen_at, id)' },
  {
    name: 'users_email_idx',
    table: 'users',
    definition: `USING gin (${SEARCHED_ADDRESS} gin_trgm_ops) WHERE email IS NOT NULL`,
  },
  // Guests and bots, of whom there are few.
  { name: 'users_guests_and_bots_idx', table: 'users', definition: '(id) WHERE is_guest OR is_bot' },
];

const ofRoomAlone = (table: string): OnlineIndex => ({
  name: `${table}_room_id_idx`,
  table,
  definition: '(room_id)',
});

/**
 * What release 0.3 had, and no statement needs. Where rooms have few of these rows on average, the planner took such an
 * index for as good as the one of their messages, and read all rows of a large room.
 */
export const FORMER_INDEXES_OF_ROOMS: readonly OnlineIndex[] = ['reactions', 'attachments', 'notifications'].map(
  ofRoomAlone,
);

/** All of them, in the order of their migrations. */
export const ONLINE_INDEXES: readonly OnlineIndex[] = [
  ...INDEXES_OF_0_3,
  INDEX_OF_FILE_NAMES,
  INDEX_OF_FURTHER_REACTIONS,
  ...INDEXES_OF_ACCOUNT_LIST,
];

/** For a migration. */
export async function createUnlessInUse(runner: QueryRunner, indexes: readonly OnlineIndex[]): Promise<void> {
  if (!(await isInUse(runner))) await createIndexes(runner, indexes);
}

/** For the reversal of a migration that drops indexes: no node runs meanwhile. */
export async function createIndexes(runner: QueryRunner, indexes: readonly OnlineIndex[]): Promise<void> {
  for (const { name, table, definition } of indexes) {
    await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ${table} ${definition}`);
  }
}

/** For the reversal of a migration, or for one that ends the use of indexes: that locks their tables for a moment. */
export async function dropIndexes(runner: QueryRunner, indexes: readonly OnlineIndex[]): Promise<void> {
  for (const { name } of indexes) await runner.query(`DROP INDEX IF EXISTS ${name}`);
}

/** The embedded database has no other users than this process. */
async function isInUse(runner: QueryRunner): Promise<boolean> {
  if (!('url' in runner.dataSource.options)) return false;
  const [row] = await queryOf(runner)<{ found: boolean }>(
    'SELECT EXISTS (SELECT FROM rooms) OR EXISTS (SELECT FROM nodes) AS found',
    [],
  );
  return row?.found === true;
}

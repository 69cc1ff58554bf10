/** A unique key of a table of rooms. `before` are its columns before release 0.3; now `room_id` is after them. */
export interface Key {
  readonly table: string;
  readonly kind: 'PRIMARY KEY' | 'UNIQUE';
  readonly before: readonly string[];
}

/**
 * A foreign key among tables of rooms. It referred to the columns `target` before release 0.3; now `room_id` is before
 * them on both sides.
 */
export interface Reference {
  readonly table: string;
  readonly columns: readonly string[];
  readonly to: string;
  readonly target: readonly string[];
  readonly deletedBefore: 'CASCADE' | 'SET NULL';
  /**
   * Whether there still is one, with ON DELETE CASCADE. The row of another one may be in another room, or sends check
   * it.
   */
  readonly isKept: boolean;
}

/**
 * Every unique key of a table of rooms that had no `room_id` before release 0.3. The id is first: one index serves a
 * lookup by the id alone, and new rows stay at the end of it.
 */
export const KEYS: readonly Key[] = [
  { table: 'messages', kind: 'PRIMARY KEY', before: ['id'] },
  { table: 'messages', kind: 'UNIQUE', before: ['sender_id', 'client_message_id'] },
  { table: 'receipts', kind: 'PRIMARY KEY', before: ['message_id', 'user_id'] },
  { table: 'reactions', kind: 'PRIMARY KEY', before: ['message_id', 'user_id'] },
  { table: 'attachments', kind: 'PRIMARY KEY', before: ['id'] },
  { table: 'notifications', kind: 'PRIMARY KEY', before: ['id'] },
  { table: 'notifications', kind: 'UNIQUE', before: ['message_id', 'actor_id'] },
  { table: 'message_deletions', kind: 'PRIMARY KEY', before: ['message_id'] },
  { table: 'pushes', kind: 'PRIMARY KEY', before: ['id'] },
];

/** An index of a table of rooms to which release 0.3 has added columns. */
export interface WiderIndex {
  readonly table: string;
  readonly before: readonly string[];
  readonly now: readonly string[];
}

/**
 * Whether a member has a receipt above the own marks is found by the ids of the messages above them. Where PostgreSQL
 * expects a user to have few rooms, it looks up a membership by the user first.
 */
export const WIDER_INDEXES: readonly WiderIndex[] = [
  { table: 'receipts', before: ['room_id', 'user_id'], now: ['room_id', 'user_id', 'message_id'] },
  { table: 'room_members', before: ['user_id'], now: ['user_id', 'room_id'] },
];

const ofMessage = (table: string): Reference => ({
  table,
  columns: ['message_id'],
  to: 'messages',
  target: ['id'],
  deletedBefore: 'CASCADE',
  isKept: true,
});

/** Every foreign key among tables of rooms that had no `room_id` before release 0.3. */
export const REFERENCES: readonly Reference[] = [
  ofMessage('receipts'),
  ofMessage('reactions'),
  ofMessage('attachments'),
  ofMessage('notifications'),
  {
    table: 'notifications',
    columns: ['message_id', 'actor_id'],
    to: 'reactions',
    target: ['message_id', 'user_id'],
    deletedBefore: 'CASCADE',
    isKept: true,
  },
  // A send stores nothing in a room that was deleted, or of which a message was erased, since the sender's grant.
  {
    table: 'messages',
    columns: ['room_id'],
    to: 'rooms',
    target: ['id'],
    deletedBefore: 'CASCADE',
    isKept: false,
  },
  {
    table: 'messages',
    columns: ['parent_id'],
    to: 'messages',
    target: ['id'],
    deletedBefore: 'SET NULL',
    isKept: false,
  },
  {
    table: 'messages',
    columns: ['forwarded_from_id'],
    to: 'messages',
    target: ['id'],
    deletedBefore: 'SET NULL',
    isKept: false,
  },
];

const named = (table: string, columns: readonly string[], ending: string): string =>
  [table, ...columns, ending].join('_');

/** As PostgreSQL names it. */
export const indexNameOf = (table: string, columns: readonly string[]): string => named(table, columns, 'idx');

export const columnsOf = ({ before }: Key): readonly string[] => [...before, 'room_id'];

/** The name of the constraint of the key with these columns. */
export const keyName = ({ table, kind }: Key, columns: readonly string[]): string =>
  kind === 'PRIMARY KEY' ? named(table, [], 'pkey') : named(table, columns, 'key');

/** The name of the index before it becomes that of the key. */
export const indexName = (key: Key): string =>
  key.kind === 'PRIMARY KEY' ? named(key.table, ['by_room'], 'pkey') : keyName(key, columnsOf(key));

/** As PostgreSQL prints it. */
export const keyDefinition = ({ kind }: Key, columns: readonly string[]): string => `${kind} (${columns.join(', ')})`;

export const nameBefore = ({ table, columns }: Reference): string => named(table, columns, 'fkey');

export const nameNow = ({ table, columns }: Reference): string => named(table, ['room_id', ...columns], 'fkey');

export const definitionBefore = ({ columns, to, target, deletedBefore }: Reference): string =>
  `FOREIGN KEY (${columns.join(', ')}) REFERENCES ${to} (${target.join(', ')}) ON DELETE ${deletedBefore}`;

export const definitionNow = ({ columns, to, target }: Reference): string =>
  `FOREIGN KEY (${['room_id', ...columns].join(', ')}) REFERENCES ${to} (${['room_id', ...target].join(', ')})
   ON DELETE CASCADE`;

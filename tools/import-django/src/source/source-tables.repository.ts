import { CannotStart } from '../../../../src/platform/config/config.js';
import type { ForeignSnapshot } from './foreign-snapshot.js';

/** The quoted names of the tables of the source. */
export interface SourceTables {
  readonly users: string;
  readonly room: string;
  readonly pair: string;
  readonly group: string;
  readonly channel: string;
  readonly message: string;
  readonly attachment: string;
  readonly reaction: string;
  readonly read: string;
  readonly notification: string;
  /** The preferences of a room `r`, in SQL. */
  readonly preferences: string;
  /** Whether the source has permissions: the tables of django-guardian. */
  readonly hasPermissions: boolean;
}

const MODELS = [
  'room',
  'onetoonechat',
  'onetoonechat_participants',
  'groupchat',
  'groupchat_participants',
  'groupchat_admins',
  'channel',
  'channel_subscribers',
  'channel_moderators',
  'message',
  'message_delivered_to',
  'messagemediaasset',
  'reaction',
  'readreceipt',
  'chatnotification',
  'chatnotification_recipients',
];
const GUARDIAN = ['guardian_userobjectpermission', 'auth_permission'];
const WHOLE_NUMBERS = ['smallint', 'integer', 'bigint'];

/**
 * Finds the tables of the package, which have its app's label as a prefix, and the table of users, which a project
 * chooses: the table that the senders of messages refer to.
 * @throws CannotStart naming the missing tables, or what cannot be imported
 */
export async function sourceTables(source: ForeignSnapshot, label: string): Promise<SourceTables> {
  const named = (model: string): string => `${label}_${model}`;
  const there = await tablesAmong(source, [...MODELS.map(named), ...GUARDIAN, named('roomproperty')]);
  const missing = MODELS.map(named).filter((table) => !there.has(table));
  if (missing.length > 0) {
    throw new CannotStart(`The database to import from lacks tables of the package: ${missing.join(', ')}.`);
  }
  const table = (model: string): string => `"${named(model)}"`;
  return {
    users: await usersTable(source, named('message')),
    room: table('room'),
    pair: table('onetoonechat'),
    group: table('groupchat'),
    channel: table('channel'),
    message: table('message'),
    attachment: table('messagemediaasset'),
    reaction: table('reaction'),
    read: table('readreceipt'),
    notification: table('chatnotification'),
    preferences: there.has(named('roomproperty'))
      ? `(SELECT preferences FROM ${table('roomproperty')} property WHERE property.id = r.property_id)`
      : 'r.preferences',
    hasPermissions: GUARDIAN.every((name) => there.has(name)),
  };
}

/** The quoted name of the many-to-many table of a model. */
export const throughOf = (table: string, field: string): string => `${table.slice(0, -1)}_${field}"`;

async function tablesAmong(source: ForeignSnapshot, names: readonly string[]): Promise<Set<string>> {
  const rows = await source.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(quote_ident(name)) IS NOT NULL`,
    [names],
  );
  return new Set(rows.map(({ name }) => name));
}

async function usersTable(source: ForeignSnapshot, message: string): Promise<string> {
  const [row] = await source.query<{ name: string; type: string }>(
    `SELECT c.confrelid::regclass::text AS name, format_type(key.atttypid, NULL) AS type
     FROM pg_constraint c
     JOIN pg_attribute own ON own.attrelid = c.conrelid AND own.attnum = c.conkey[1] AND own.attname = 'sender_id'
     JOIN pg_attribute key ON key.attrelid = c.confrelid AND key.attnum = c.confkey[1]
     WHERE c.contype = 'f' AND c.conrelid = to_regclass(quote_ident($1))`,
    [message],
  );
  if (!row) throw new CannotStart('The senders of the messages refer to no table of users.');
  if (!WHOLE_NUMBERS.includes(row.type)) {
    throw new CannotStart(`The users in ${row.name} have ids of the type ${row.type}; ids of Parley are integers.`);
  }
  return row.name;
}

import { CannotStart } from '../../config/index.js';
import type { ForeignSnapshot } from '../../database/index.js';

/** The tables of the source, each as it stands in a statement. */
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
  /** Where a room `r` has its preferences, in SQL. */
  readonly preferences: string;
  /** Whether what members are permitted is there: django-guardian's tables. */
  readonly hasPermissions: boolean;
}

const MODELS = [
  ...['room', 'onetoonechat', 'onetoonechat_participants', 'groupchat', 'groupchat_participants', 'groupchat_admins'],
  ...['channel', 'channel_subscribers', 'channel_moderators', 'message', 'message_delivered_to', 'messagemediaasset'],
  ...['reaction', 'readreceipt', 'chatnotification', 'chatnotification_recipients'],
];
const GUARDIAN = ['guardian_userobjectpermission', 'auth_permission'];
const WHOLE_NUMBERS = ['smallint', 'integer', 'bigint'];

/**
 * Finds the tables of the package, which all begin with its app's label, and the table of users, which a project
 * chooses: it is the one that the senders of messages are in.
 * @throws CannotStart naming what is not there, or what cannot be imported
 */
export async function sourceTables(source: ForeignSnapshot, label: string): Promise<SourceTables> {
  const named = (model: string): string => `${label}_${model}`;
  const there = await tablesAmong(source, [...MODELS.map(named), ...GUARDIAN, named('roomproperty')]);
  const missing = MODELS.map(named).filter((table) => !there.has(table));
  if (missing.length > 0) {
    throw new CannotStart(`The database to import from has not all tables of the package: ${missing.join(', ')}.`);
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

/** The many-to-many table of a model, as it stands in a statement. */
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
  if (!row) throw new CannotStart('The senders of the messages are in no table of users.');
  if (!WHOLE_NUMBERS.includes(row.type)) {
    throw new CannotStart(`The users in ${row.name} have ids of the type ${row.type}; Parley's are whole numbers.`);
  }
  return row.name;
}

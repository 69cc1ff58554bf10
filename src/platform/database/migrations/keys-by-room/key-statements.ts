import type { Query } from '../../query.js';
import {
  columnsOf,
  definitionBefore,
  definitionNow,
  indexName,
  indexNameOf,
  keyDefinition,
  keyName,
  KEYS,
  nameBefore,
  nameNow,
  REFERENCES,
  WIDER_INDEXES,
} from './keys.js';
import type { Key, Reference, WiderIndex } from './keys.js';

interface StoredKey {
  readonly name: string;
  readonly definition: string;
  readonly is_valid: boolean;
}

const STORED_KEYS = `
  SELECT c.conname AS name, pg_get_constraintdef(c.oid) AS definition, c.convalidated AS is_valid
  FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
  WHERE c.contype IN ('p', 'u', 'f') AND pg_table_is_visible(t.oid)
  UNION ALL
  SELECT t.relname, 'INDEX', i.indisvalid FROM pg_index i JOIN pg_class t ON t.oid = i.indexrelid
  WHERE pg_table_is_visible(t.oid) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))`;

class StoredKeys {
  private readonly byName: ReadonlyMap<string, StoredKey>;

  constructor(rows: readonly StoredKey[]) {
    this.byName = new Map(rows.map((row) => [row.name, row]));
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  isValid(name: string): boolean {
    return this.byName.get(name)?.is_valid === true;
  }

  isKey(key: Key, columns: readonly string[]): boolean {
    return this.byName.get(keyName(key, columns))?.definition === keyDefinition(key, columns);
  }
}

const readKeys = async (query: Query): Promise<StoredKeys> => new StoredKeys(await query<StoredKey>(STORED_KEYS, []));

/**
 * The statements from the keys that the database has to keys by room, in their order. None: they are there. They lock
 * the tables for as long as the indexes take.
 */
export async function statementsToRoomKeys(query: Query): Promise<string[]> {
  const stored = await readKeys(query);
  return [
    ...KEYS.flatMap((key) => indexStatements(key, stored)),
    ...REFERENCES.flatMap((reference) => referenceStatements(reference, stored)),
    ...REFERENCES.flatMap((reference) => dropStatements(reference, stored)),
    ...KEYS.flatMap((key) => swapStatements(key, stored)),
    ...WIDER_INDEXES.flatMap((index) => widerIndexStatements(index, stored)),
  ];
}

/**
 * The statements from the keys that the database has to those before release 0.3, in their order. They lock the tables
 * for as long as the indexes take.
 */
export async function statementsToFormerKeys(query: Query): Promise<string[]> {
  const stored = await readKeys(query);
  const dropped = REFERENCES.flatMap((reference) => [
    `ALTER TABLE ${reference.table} DROP CONSTRAINT IF EXISTS ${nameNow(reference)}`,
    `ALTER TABLE ${reference.table} DROP CONSTRAINT IF EXISTS ${nameBefore(reference)}`,
  ]);
  const keys = KEYS.flatMap((key) => formerKeyStatements(key, stored));
  const referred = REFERENCES.map(
    (reference) =>
      `ALTER TABLE ${reference.table} ADD CONSTRAINT ${nameBefore(reference)} ${definitionBefore(reference)}`,
  );
  const indexes = WIDER_INDEXES.flatMap(({ table, before, now }) => [
    `DROP INDEX IF EXISTS ${indexNameOf(table, now)}`,
    `CREATE INDEX IF NOT EXISTS ${indexNameOf(table, before)} ON ${table} (${before.join(', ')})`,
  ]);
  return [...dropped, ...keys, ...referred, ...indexes];
}

function indexStatements(key: Key, stored: StoredKeys): string[] {
  const name = indexName(key);
  if (stored.isKey(key, columnsOf(key)) || stored.isValid(name)) return [];
  return creation(stored, name, `CREATE UNIQUE INDEX ${name} ON ${key.table} (${columnsOf(key).join(', ')})`);
}

function widerIndexStatements({ table, before, now }: WiderIndex, stored: StoredKeys): string[] {
  const [former, name] = [indexNameOf(table, before), indexNameOf(table, now)];
  return [
    ...(stored.isValid(name) ? [] : creation(stored, name, `CREATE INDEX ${name} ON ${table} (${now.join(', ')})`)),
    ...(stored.has(former) ? [`DROP INDEX ${former}`] : []),
  ];
}

/** Creates an index, also if its creation by release 0.3 was stopped. */
const creation = (stored: StoredKeys, name: string, statement: string): string[] =>
  stored.has(name) ? [`DROP INDEX ${name}`, statement] : [statement];

function referenceStatements(reference: Reference, stored: StoredKeys): string[] {
  const name = nameNow(reference);
  if (!reference.isKept || stored.isValid(name)) return [];
  const { table } = reference;
  const validate = `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`;
  return stored.has(name) ? [validate] : [`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definitionNow(reference)}`];
}

function dropStatements(reference: Reference, stored: StoredKeys): string[] {
  const { table, isKept } = reference;
  const names = [nameBefore(reference), ...(isKept ? [] : [nameNow(reference)])];
  return names.filter((name) => stored.has(name)).map((name) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
}

function swapStatements(key: Key, stored: StoredKeys): string[] {
  const columns = columnsOf(key);
  if (stored.isKey(key, columns)) return [];
  return [
    `ALTER TABLE ${key.table} DROP CONSTRAINT IF EXISTS ${keyName(key, key.before)},
    ADD CONSTRAINT ${keyName(key, columns)} ${key.kind} USING INDEX ${indexName(key)}`,
  ];
}

function formerKeyStatements(key: Key, stored: StoredKeys): string[] {
  const { table, before } = key;
  const drop = [
    ...(stored.isKey(key, columnsOf(key))
      ? [`ALTER TABLE ${table} DROP CONSTRAINT ${keyName(key, columnsOf(key))}`]
      : []),
    `DROP INDEX IF EXISTS ${indexName(key)}`,
  ];
  if (stored.isKey(key, before)) return drop;
  const add = `ALTER TABLE ${table} ADD CONSTRAINT ${keyName(key, before)} ${keyDefinition(key, before)}`;
  return [...drop, ...withoutDuplicates(key), add];
}

/** The former key permits a `client_message_id` once for a sender: only the first message keeps it. */
const withoutDuplicates = ({ table, kind }: Key): string[] =>
  table === 'messages' && kind === 'UNIQUE'
    ? [
        `UPDATE messages m SET client_message_id = NULL
         WHERE EXISTS (
           SELECT FROM messages f
           WHERE f.sender_id = m.sender_id AND f.client_message_id = m.client_message_id AND f.id < m.id)`,
      ]
    : [];

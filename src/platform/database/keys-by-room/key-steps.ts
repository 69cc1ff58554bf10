import type { Query } from '../query.js';
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
import { DROP_PAIR_KEY, PAIR_KEY } from './room-pairs.js';

/**
 * How long a step locks a table against writers: not at all, with a statement that no transaction may contain; not at
 * all; or for a moment, if it gets the lock.
 */
type Locks = 'concurrent' | 'none' | 'brief';

/** A statement that changes the keys. Each one leaves keys that the program works with. */
export interface KeyStep {
  readonly table: string;
  readonly what: string;
  readonly statement: string;
  readonly locks: Locks;
}

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

/** The steps from the keys that the database has to keys by room, in their order. None: they are there. */
export async function stepsToRoomKeys(query: Query): Promise<KeyStep[]> {
  const stored = await readKeys(query);
  return [
    ...KEYS.flatMap((key) => indexSteps(key, stored)),
    ...REFERENCES.flatMap((reference) => referenceSteps(reference, stored)),
    ...REFERENCES.flatMap((reference) => dropSteps(reference, stored)),
    ...KEYS.flatMap((key) => swapSteps(key, stored)),
    ...WIDER_INDEXES.flatMap((index) => widerIndexSteps(index, stored)),
    ...(stored.has(PAIR_KEY) ? [brief('rooms', `drop ${PAIR_KEY}`, DROP_PAIR_KEY)] : []),
  ];
}

/**
 * The statements from the keys that the database has to those of release 0.2, in their order. They lock the tables for
 * as long as the indexes take.
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

function indexSteps(key: Key, stored: StoredKeys): KeyStep[] {
  const name = indexName(key);
  if (stored.isKey(key, columnsOf(key)) || stored.isValid(name)) return [];
  const { table } = key;
  const create = `CREATE UNIQUE INDEX CONCURRENTLY ${name} ON ${table} (${columnsOf(key).join(', ')})`;
  return creation(stored, table, name, create);
}

function widerIndexSteps({ table, before, now }: WiderIndex, stored: StoredKeys): KeyStep[] {
  const [former, name] = [indexNameOf(table, before), indexNameOf(table, now)];
  const create = `CREATE INDEX CONCURRENTLY ${name} ON ${table} (${now.join(', ')})`;
  return [
    ...(stored.isValid(name) ? [] : creation(stored, table, name, create)),
    ...(stored.has(former) ? [dropConcurrently(table, `drop the index ${former}`, former)] : []),
  ];
}

/** Creates an index, also if that was stopped before. */
function creation(stored: StoredKeys, table: string, name: string, statement: string): KeyStep[] {
  const create: KeyStep = { table, what: `create the index ${name}`, locks: 'concurrent', statement };
  return stored.has(name) ? [dropConcurrently(table, `drop the unfinished index ${name}`, name), create] : [create];
}

const dropConcurrently = (table: string, what: string, index: string): KeyStep => ({
  ...{ table, what, locks: 'concurrent', statement: `DROP INDEX CONCURRENTLY ${index}` },
});

function referenceSteps(reference: Reference, stored: StoredKeys): KeyStep[] {
  const name = nameNow(reference);
  if (!reference.isKept || stored.isValid(name)) return [];
  const { table } = reference;
  const add = brief(
    table,
    `add ${name}`,
    `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definitionNow(reference)} NOT VALID`,
  );
  const validate: KeyStep = {
    ...{ table, what: `validate ${name}`, locks: 'none' },
    statement: `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`,
  };
  return stored.has(name) ? [validate] : [add, validate];
}

function dropSteps(reference: Reference, stored: StoredKeys): KeyStep[] {
  const { table, isKept } = reference;
  const names = [nameBefore(reference), ...(isKept ? [] : [nameNow(reference)])];
  return names
    .filter((name) => stored.has(name))
    .map((name) => brief(table, `drop ${name}`, `ALTER TABLE ${table} DROP CONSTRAINT ${name}`));
}

function swapSteps(key: Key, stored: StoredKeys): KeyStep[] {
  const columns = columnsOf(key);
  if (stored.isKey(key, columns)) return [];
  const name = keyName(key, columns);
  const swap = `ALTER TABLE ${key.table} DROP CONSTRAINT IF EXISTS ${keyName(key, key.before)},
    ADD CONSTRAINT ${name} ${key.kind} USING INDEX ${indexName(key)}`;
  return [brief(key.table, `replace the key ${keyName(key, key.before)}`, swap)];
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

/** Release 0.2 permits a `client_message_id` once for a sender: only the first message keeps it. */
const withoutDuplicates = ({ table, kind }: Key): string[] =>
  table === 'messages' && kind === 'UNIQUE'
    ? [
        `UPDATE messages m SET client_message_id = NULL
         WHERE EXISTS (
           SELECT FROM messages f
           WHERE f.sender_id = m.sender_id AND f.client_message_id = m.client_message_id AND f.id < m.id)`,
      ]
    : [];

const brief = (table: string, what: string, statement: string): KeyStep => ({ table, what, statement, locks: 'brief' });

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Types } from '../../src/platform/database/statement.js';

const PRINT = join(import.meta.dirname, 'print-statements.js');
const MOST_BYTES = 16_777_216;

/** What a database knows of a statement without running it: the OIDs of types. */
export interface Described {
  readonly parameters: readonly number[];
  readonly columns: readonly DescribedColumn[];
}

interface DescribedColumn {
  readonly name: string;
  readonly type: number;
  /** Whether it is a column of a table that may be null. */
  readonly mayBeNull?: boolean;
}

/** Types whose values JavaScript receives alike. */
const ALIKE: Readonly<Record<string, string>> = { varchar: 'text', bpchar: 'text', name: 'text', jsonb: 'json' };

/** For {@link differences}: the OIDs of types, with their names, and `[]` for arrays. */
export const TYPES = `
  SELECT t.oid::int, CASE WHEN e.oid IS NULL THEN t.typname ELSE e.typname || '[]' END AS name
  FROM pg_type t LEFT JOIN pg_type e ON e.typarray = t.oid`;
export type TypeNames = ReadonlyMap<number, string>;

/** One text of a statement whose text depends on the request, so that its columns alone are declared. */
export interface ComposedStatement {
  readonly name: string;
  readonly text: string;
  readonly columns: Types;
}

interface DeclaredStatement extends ComposedStatement {
  readonly parameters: Types;
  readonly isPrepared: boolean;
}

async function printed(): Promise<readonly DeclaredStatement[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PRINT], { maxBuffer: MOST_BYTES });
  const statements = JSON.parse(stdout) as DeclaredStatement[];
  if (statements.length === 0) throw new Error('no module declares a statement');
  return statements;
}
let known: Promise<readonly DeclaredStatement[]> | undefined;

/** The statements of all modules. @throws Error if there are none, or two have one name */
export const declaredStatements = (): Promise<readonly DeclaredStatement[]> => (known ??= printed());

/** @returns by the name of a statement, what it declares otherwise than the database describes it */
export async function differences(
  types: TypeNames,
  describe: (text: string) => Promise<Described>,
  composed: readonly ComposedStatement[] = [],
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const all: readonly (ComposedStatement & Partial<DeclaredStatement>)[] = [
    ...(await declaredStatements()),
    ...composed,
  ];
  for (const { name, text, parameters: parameterTypes, columns: columnTypes } of all) {
    const described = await describe(text).catch(String);
    if (typeof described === 'string') {
      found[name] = described;
      continue;
    }
    const names = Object.keys(parameterTypes ?? {});
    const parameters = described.parameters.map((type, at) => [names[at] ?? `$${String(at + 1)}`, types.get(type)]);
    const columns = described.columns.map(({ name: column, type }) => [column, types.get(type)]);
    const is = { ...(parameterTypes && { parameters: alike(parameters) }), columns: alike(columns) };
    const declares = {
      ...(parameterTypes && { parameters: declared(parameterTypes) }),
      columns: declared(columnTypes),
    };
    const nulls = described.columns.filter(
      ({ name: column, mayBeNull }) => mayBeNull && !columnTypes[column]?.endsWith(' null'),
    );
    if (JSON.stringify(is) !== JSON.stringify(declares)) found[name] = { declares, is };
    else if (nulls.length > 0) found[name] = { mayBeNull: nulls.map(({ name: column }) => column) };
  }
  return found;
}

const declared = (all: Types): Record<string, string> =>
  alike(Object.entries(all).map(([name, type]) => [name, type.replace(/ (?:\||not) null$|[()]| \| null(?=\))/g, '')]));

function alike(named: readonly (readonly unknown[])[]): Record<string, string> {
  const entries = named.map(([name, type]): [string, string] => {
    const [, base = '', list = ''] = /^(.*?)(\[\])?$/.exec(String(type))!;
    return [String(name), `${ALIKE[base] ?? base}${list}`];
  });
  return Object.fromEntries(entries.sort(([one], [other]) => one.localeCompare(other)));
}

import { prepared } from './prepared.js';
import type { QuerySource } from './query.js';

/** The types of PostgreSQL that statements use, with their values in JavaScript. */
interface Scalars {
  bool: boolean;
  bytea: Buffer;
  float4: number;
  float8: number;
  int2: number;
  int4: number;
  int8: number;
  json: unknown;
  jsonb: unknown;
  text: string;
  timestamptz: Date;
  uuid: string;
}
type Scalar = keyof Scalars;
/** The type of a parameter or a column, as PostgreSQL names it. */
type PlainType =
  | Scalar
  | `${Scalar}[]`
  | `(${Scalar} | null)[]`
  | `${Scalar}${'' | '[]'} | null`
  | `${Scalar} not null`;
type SqlType = PlainType | TypedAs<unknown>;

declare const content: unique symbol;
type TypedAs<Value, Type extends PlainType = PlainType> = Type & { readonly [content]: Value };
/**
 * A type of PostgreSQL whose values have a narrower type here, such as some texts. PostgreSQL does not know that type,
 * so it is a promise of the statement.
 */
export const typed = <Value>(type: PlainType): TypedAs<Value> => type as TypedAs<Value>;
/** A column of JSON, with what it contains, as {@link typed}. */
export const json = <Content>(): TypedAs<Content, 'json'> => 'json' as TypedAs<Content, 'json'>;

type OrNull<Type extends SqlType> =
  Type extends TypedAs<infer Value, infer Plain>
    ? TypedAs<Value | null, Plain>
    : Type extends `${infer Inner extends Scalar} not null`
      ? `${Inner} | null`
      : Type extends Scalar | `${Scalar}[]`
        ? `${Type} | null`
        : Type;

/** The columns of an outer join: all are null in the row for which it finds nothing. */
export const outer = <const Columns extends Types>(
  columns: Columns,
): { readonly [Name in keyof Columns]: OrNull<Columns[Name]> } =>
  Object.fromEntries(
    Object.entries(columns).map(([name, type]) => [name, `${type.replace(/ (?:\||not) null$/, '')} | null`]),
  ) as { readonly [Name in keyof Columns]: OrNull<Columns[Name]> };

type ValueOf<Type extends SqlType> =
  Type extends TypedAs<infer Value>
    ? Value
    : Type extends `${infer Inner extends SqlType} | null`
      ? ValueOf<Inner> | null
      : Type extends `${infer Inner extends Scalar} not null`
        ? Scalars[Inner]
        : Type extends `${infer Inner extends Scalar}[]`
          ? readonly Scalars[Inner][]
          : Type extends `(${infer Inner extends Scalar} | null)[]`
            ? readonly (Scalars[Inner] | null)[]
            : Type extends Scalar
              ? Scalars[Type]
              : never;

export type Types = Readonly<Record<string, SqlType>>;
/** The values of parameters, or a row, of these types. */
export type ValuesOf<Named extends Types> = { readonly [Name in keyof Named]: ValueOf<Named[Name]> };
/** The places of parameters of these types in a text, such as `$1`. */
export type PlacesOf<Named extends Types> = { readonly [Name in keyof Named]: string };

interface Description<Parameters extends Types, Columns extends Types> {
  /** In the order of their places. */
  readonly parameters: Parameters;
  /**
   * Of its rows. A column that may be null says so. So does one that the table permits to be null, and the statement
   * excludes: `int8 not null`. Empty: it returns no rows, or rows without columns.
   */
  readonly columns: Columns;
  /** @param places of the parameters in the text, such as `$1` */
  readonly text: (places: PlacesOf<Parameters>) => string;
  /** Whether each connection keeps its plan ({@link prepared}). Otherwise PostgreSQL plans each run for its values. */
  readonly isPrepared?: boolean;
}

/**
 * A statement of SQL as one value: its name, its text, and the types of its parameters and columns, from which the
 * compiler knows the values. `test/integration/statements.spec.ts` has PostgreSQL describe each one, and fails with the
 * name of a statement whose types are others.
 */
class Statement<Parameters extends Types = Types, Columns extends Types = Types> {
  readonly text: string;
  private readonly names: readonly (keyof Parameters & string)[];

  constructor(
    readonly name: string,
    readonly description: Description<Parameters, Columns>,
  ) {
    this.names = Object.keys(description.parameters);
    const places = Object.fromEntries(this.names.map((each, at) => [each, `$${String(at + 1)}`]));
    const text = description.text(places as PlacesOf<Parameters>);
    this.text = description.isPrepared ? prepared(text) : text;
  }

  /** Runs it. @param source the pool, or a transaction */
  async rows(source: QuerySource, values: ValuesOf<Parameters>): Promise<readonly ValuesOf<Columns>[]> {
    const result = await this.run(source, values);
    return (isCounted(result) ? result[0] : result) as readonly ValuesOf<Columns>[];
  }

  /** As {@link rows}, for a statement that returns at most one row. */
  async row(source: QuerySource, values: ValuesOf<Parameters>): Promise<ValuesOf<Columns> | undefined> {
    return (await this.rows(source, values))[0];
  }

  /** As {@link rows}, for a statement that always returns one row. */
  async one(source: QuerySource, values: ValuesOf<Parameters>): Promise<ValuesOf<Columns>> {
    const row = await this.row(source, values);
    if (!row) throw new Error(`The statement ${this.name} returns a row.`);
    return row;
  }

  /** Runs it, an UPDATE or a DELETE. @returns how many rows it has changed */
  async changes(source: QuerySource, values: ValuesOf<Parameters>): Promise<number> {
    const result = await this.run(source, values);
    if (!isCounted(result)) throw new Error(`The statement ${this.name} is no UPDATE or DELETE.`);
    return result[1];
  }

  private run(source: QuerySource, values: ValuesOf<Parameters>): Promise<unknown[]> {
    const parameters = this.names.map((name) => values[name]);
    return source.query<unknown[]>(this.text, parameters);
  }
}

/** A row of a statement: `RowOf<typeof LIST>`. */
export type RowOf<Declared> = Declared extends {
  readonly description: { readonly columns: infer Columns extends Types };
}
  ? ValuesOf<Columns>
  : never;

/** The ORM returns the rows of an UPDATE or DELETE together with their number. */
const isCounted = (result: unknown[]): result is [rows: unknown[], count: number] => Array.isArray(result[0]);

const statements = new Map<string, Statement>();

/** Those of all modules that are loaded. @public a spec has databases describe them */
export const allStatements = (): readonly Statement[] => [...statements.values()];

/**
 * Declares a statement, once and at the top of a module.
 * @param name of the table or repository and of what it does, such as `blocks.count`
 * @throws Error if the name is taken
 */
export function statement<const Parameters extends Types, const Columns extends Types>(
  name: string,
  description: Description<Parameters, Columns>,
): Statement<Parameters, Columns> {
  if (statements.has(name)) throw new Error(`two statements have the name ${name}`);
  const declared = new Statement(name, description);
  statements.set(name, declared as unknown as Statement);
  return declared;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { eventPages } from '../support/event-pages.js';
import type { Chance } from './chance.js';
import { bound, idFor, userFor } from './existing-ids.js';
import type { Known } from './existing-ids.js';

const DOCS = join(import.meta.dirname, '../../docs');
const ASKED = /^```json \w+ asks\n([\s\S]*?)^```$/gm;
const LONGEST_LIST = 3;
const LONGEST_TEXT = 80;

/** The subset of JSON Schema that the contract uses. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

interface Document {
  readonly operations: Readonly<Record<string, { readonly action: string }>>;
  readonly components: { readonly messages: Readonly<Record<string, { readonly payload: Schema }>> };
}

/** Requests from the published contract, so that new events are included. */
export class Requests {
  /** More than one schema per event if its `data` has several variants. */
  readonly schemas: readonly Schema[];
  private readonly examples: readonly unknown[];

  constructor() {
    const { operations, components } = parse(readFileSync(join(DOCS, 'asyncapi.yaml'), 'utf8')) as Document;
    const requested = Object.keys(operations).filter((name) => operations[name]?.action === 'receive');
    this.schemas = requested.flatMap((name) => kindsOf(components.messages[name]!.payload));
    const known = eventPages().matchAll(ASKED);
    this.examples = [...known].map(([, text = '']) => JSON.parse(text) as unknown);
  }

  /** A valid request. */
  any(known: Known, chance: Chance): unknown {
    if (chance.oneIn(4)) return bound(chance.pick(this.examples), known, chance);
    return this.by(chance.pick(this.schemas), known, chance);
  }

  /** @param whole with all optional fields */
  by(schema: Schema, known: Known, chance: Chance, whole = false): unknown {
    return valueOf(schema, '', { known, chance, whole });
  }
}

interface Making {
  readonly known: Known;
  readonly chance: Chance;
  readonly whole: boolean;
}

function kindsOf(payload: Schema): Schema[] {
  const { data, ...others } = payload.properties!;
  return (data!.oneOf ?? [data!]).map((kind) => ({ ...payload, properties: { ...others, data: kind } }));
}

function valueOf(schema: Schema, field: string, making: Making): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return making.chance.pick(schema.enum);
  if (schema.oneOf) return valueOf(making.chance.pick(schema.oneOf), field, making);
  const types = [schema.type ?? 'null'].flat();
  const type = making.whole ? types[0] : making.chance.pick(types);
  return type === undefined ? null : ofType[type]?.(schema, field, making);
}

const ofType: Readonly<Record<string, (schema: Schema, field: string, making: Making) => unknown>> = {
  null: () => null,
  boolean: (_schema, _field, { chance }) => chance.oneIn(2),
  integer: integerOf,
  number: integerOf,
  string: textOf,
  array: ({ items = {} }, field, making) =>
    Array.from({ length: 1 + making.chance.below(LONGEST_LIST) }, () => valueOf(items, field, making)),
  object: objectOf,
};

function integerOf({ minimum = 0, maximum = 1_000 }: Schema, field: string, { known, chance }: Making): number {
  const user = userFor(field, known, chance);
  if (user !== undefined) return user;
  return chance.pick([minimum, maximum, minimum + chance.below(Math.min(maximum - minimum, 50) + 1)]);
}

function textOf(schema: Schema, field: string, { known, chance }: Making): string {
  if (schema.format === 'uuid') return idFor(field, known, chance);
  if (schema.format === 'uri') return `https://files.example/${String(chance.below(1_000))}.png`;
  if (field === 'token') return chance.pick(known.tokens);
  if (field === 'username') return chance.pick(known.usernames);
  const { minLength = 0, maxLength = LONGEST_TEXT } = schema;
  const length = chance.pick([minLength, Math.min(maxLength, LONGEST_TEXT), 1 + chance.below(10)]);
  return Array.from({ length }, () => chance.pick(['a', 'z', ' ', 'ß', '字', '🦜', '\u0000', '\u202e'])).join('');
}

function objectOf(schema: Schema, _field: string, making: Making): object {
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const named = Object.entries(properties).filter(
    ([key]) => making.whole || required.includes(key) || making.chance.oneIn(2),
  );
  const entries = named.map(([key, inner]) => [key, valueOf(inner, key, making)]);
  if (typeof others === 'object') {
    const { known, chance } = making;
    entries.push([idFor('room_id', known, chance), valueOf(others, '', making)]);
  }
  return Object.fromEntries(entries) as object;
}

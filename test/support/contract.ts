import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import type { ErrorObject, Options } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { parse } from 'yaml';

import { inShort, messageOf } from './frames.js';
import type { Frame } from './frames.js';

const DOCUMENT = join(import.meta.dirname, '../../docs/asyncapi.yaml');

interface Operation {
  readonly action: 'send' | 'receive';
  readonly reply?: { readonly messages: readonly { readonly $ref: string }[] };
}

interface Document {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly components: { readonly schemas: object; readonly messages: Readonly<Record<string, object>> };
}

/** The published contract, which can validate frames. A schema is compiled at its first use. */
export class Contract {
  private readonly schemas: object;
  private readonly ajv: Ajv;

  constructor(private readonly document: Document) {
    const { schemas, messages } = document.components;
    const strict = Object.entries(messages).map(([name, message]) => {
      return [name, document.operations[name]?.action === 'receive' ? message : closed(message)] as const;
    });
    this.schemas = { components: { schemas: closed(schemas), messages: Object.fromEntries(strict) } };
    this.ajv = this.validator();
  }

  /** @returns the differences between the value and the contract's schema of the message */
  faultsOf(message: string, value: unknown): string | undefined {
    const schema = `contract#/components/messages/${message}/payload`;
    const validate = this.ajv.getSchema(schema);
    if (!validate) return 'there is no such message';
    if (validate(value)) return undefined;
    // Only all errors together tell which alternative the value is meant to be.
    const complete = this.validator({ allErrors: true }).getSchema(schema)!;
    void complete(value);
    return inWords(complete.errors ?? []).join('; ');
  }

  private validator(options: Options = {}): Ajv {
    const ajv = new Ajv({ strict: false, validateSchema: false, formats: fullFormats, ...options });
    return ajv.addSchema(this.schemas, 'contract');
  }

  /** The events that a client can send. */
  get events(): string[] {
    return Object.entries(this.document.operations).flatMap(([name, { action }]) =>
      action === 'receive' ? [name] : [],
    );
  }

  answers(event: string, message: string): boolean {
    const listed = this.document.operations[event]?.reply?.messages ?? [];
    return listed.some(({ $ref }) => $ref.endsWith(`/${message}`));
  }
}

/** The faults, each once. Of alternatives that differ by their `type`, those of another type than the value's are none. */
function inWords(errors: readonly ErrorObject[]): string[] {
  const otherTypes = errors.filter(isOtherType).map(schemaOf);
  const ofValue = errors.filter((error) => !otherTypes.includes(schemaOf(error)) && !isAlternative(error));
  const told = (ofValue.length > 0 ? ofValue : errors).map(
    ({ instancePath, message = '', params }) =>
      `${instancePath.replace(/\/\d+/g, '/*') || '/'} ${message} ${JSON.stringify(params)}`,
  );
  return [...new Set(told)];
}

const isOtherType = ({ keyword, instancePath }: ErrorObject): boolean =>
  ['const', 'enum'].includes(keyword) && instancePath.endsWith('/type');
const isAlternative = ({ keyword }: ErrorObject): boolean => ['anyOf', 'oneOf'].includes(keyword);
/** The named schema that an error is of. */
const schemaOf = ({ schemaPath }: ErrorObject): string => /^.*\/schemas\/\w+/.exec(schemaPath)?.[0] ?? '';

let contract: Contract | undefined;
/** Each distinct fault, with the first frame that has it. */
const faults = new Map<string, string>();

afterEach(() => {
  const found = [...faults].map(([fault, shown]) => `${fault}\n  ${shown}`);
  faults.clear();
  if (found.length > 0)
    throw new Error(`docs/asyncapi.yaml, made by npm run contract, does not say so:\n${found.join('\n')}`);
});

/** The names of all events that a client can send. */
export const askable = (): string[] => published().events;

/** Fails the story if the service sends a frame that its published contract does not allow. */
export function expectContract(frame: Frame): void {
  check(messageOf(frame), frame, () => inShort(frame));
}

/** Fails the story if the service accepts or answers a request in a way that the published contract does not allow. */
export function expectAnswerContract(eventType: string, data: object, answer: Frame): void {
  const request: unknown = JSON.parse(JSON.stringify({ event_type: eventType, data }));
  check(eventType, request, () => JSON.stringify(request).slice(0, 300));
  if (!published().answers(eventType, messageOf(answer))) {
    faults.set(`${eventType} is not answered by ${messageOf(answer)}`, 'see what it speaks');
  }
}

/** @param shown what a failure shows of the value: seldom needed, and large frames take long to write */
function check(message: string, value: unknown, shown: () => string): void {
  const fault = published().faultsOf(message, value);
  if (fault === undefined || faults.has(`${message}: ${fault}`)) return;
  faults.set(`${message}: ${fault}`, shown());
}

export const published = (): Contract => (contract ??= new Contract(parsedDocument()));

/** Parsed by the first worker of a run, because that takes a third of a second. */
function parsedDocument(): Document {
  const { TEST_MODULES = '' } = process.env;
  const kept = join(TEST_MODULES, 'asyncapi.json');
  if (TEST_MODULES !== '' && existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Document;
  const document = parse(readFileSync(DOCUMENT, 'utf8')) as Document;
  if (TEST_MODULES !== '') {
    const written = `${kept}.${String(process.pid)}`;
    writeFileSync(written, JSON.stringify(document));
    // Another worker may read it meanwhile.
    renameSync(written, kept);
  }
  return document;
}

/** Forbids unknown keys: a client ignores them, but the service sends none that the contract lacks. */
function closed(value: object): object {
  if (Array.isArray(value)) return value.map((item: unknown) => closedIfObject(item));
  const entries = Object.entries(value).map(([key, inner]) => [key, closedIfObject(inner)]);
  const isOpen = 'properties' in value && !('additionalProperties' in value);
  return Object.fromEntries(isOpen ? [...entries, ['additionalProperties', false]] : entries) as object;
}

const closedIfObject = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? closed(value) : value;

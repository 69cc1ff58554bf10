import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
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
  private readonly ajv = new Ajv({ strict: false, validateSchema: false, formats: fullFormats });

  constructor(private readonly document: Document) {
    const { schemas, messages } = document.components;
    const strict = Object.entries(messages).map(([name, message]) => {
      return [name, document.operations[name]?.action === 'receive' ? message : closed(message)] as const;
    });
    this.ajv.addSchema({ components: { schemas: closed(schemas), messages: Object.fromEntries(strict) } }, 'contract');
  }

  /** @returns the differences between the value and the contract's schema of the message */
  faultsOf(message: string, value: unknown): string | undefined {
    const validate = this.ajv.getSchema(`contract#/components/messages/${message}/payload`);
    if (!validate) return 'there is no such message';
    if (validate(value)) return undefined;
    const faults = (validate.errors ?? []).map(
      ({ instancePath, message: fault = '', params }) => `${instancePath || '/'} ${fault} ${JSON.stringify(params)}`,
    );
    return faults.join('; ');
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

let contract: Contract | undefined;
const faults: string[] = [];

afterEach(() => {
  const found = faults.splice(0);
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
    faults.push(`${eventType} is not answered by ${messageOf(answer)}: see what it speaks`);
  }
}

/** @param shown what a failure shows of the value: seldom needed, and large frames take long to write */
function check(message: string, value: unknown, shown: () => string): void {
  const fault = published().faultsOf(message, value);
  if (fault !== undefined) faults.push(`${message}: ${fault}\n  ${shown()}`);
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

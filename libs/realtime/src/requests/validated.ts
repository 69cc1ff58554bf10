import { invalid } from '@parley/protocol';
import { getMetadataStorage, validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';

import type { RequestClass } from './client-event.js';

const MOST_LEVELS = 32;
const SHAPE = Symbol('the class of a nested object');

/** Results of {@link fieldsOf}: a class never gets further fields. */
const fields = new WeakMap<RequestClass, ReadonlySet<string>>();

/** The keys of an object that its class does not declare. */
const unknownKeys = new WeakMap<object, readonly string[]>();

/**
 * `data` as an instance of a request class. Keys that the class does not declare are removed.
 * @throws Refusal 4003 with `{field: [reasons]}`, all faults at once; fields of nested objects are named by their path,
 *   as in `extra_fields.avatar`
 */
export function validated<Request extends object>(
  request: RequestClass<Request>,
  data: Readonly<Record<string, unknown>>,
): Request {
  const instance = instanceOf(request, data);
  // Without a field, as in a heartbeat, the library would search the classes of all events.
  const errors = fieldsOf(request).size > 0 ? validateSync(instance, { forbidUnknownValues: false }) : [];
  if (errors.length > 0) throw invalid(Object.fromEntries(errors.flatMap((error) => reasonsOf(error, ''))));
  return instance;
}

function reasonsOf(error: ValidationError, parent: string): [string, string[]][] {
  const path = parent + error.property;
  if (error.value === undefined) return [[path, ['This field is required.']]];
  const here: [string, string[]][] = error.constraints ? [[path, [...new Set(Object.values(error.constraints))]]] : [];
  return [...here, ...(error.children ?? []).flatMap((child) => reasonsOf(child, `${path}.`))];
}

/** Declares that a field holds an object of this class, or a list of them. */
export const nested =
  (shape: () => RequestClass): PropertyDecorator =>
  (target, property) =>
    Reflect.defineMetadata(SHAPE, shape, target, property);

/** The class of a field's objects, where {@link nested} declared one. */
export const shapeOf = (prototype: object, property: string): RequestClass | undefined =>
  (Reflect.getMetadata(SHAPE, prototype, property) as (() => RequestClass) | undefined)?.();

/**
 * An instance of the class with the fields that it declares, and those of the objects nested in it. Only declared
 * fields are copied from the client's object: a key such as `__proto__` has no effect.
 */
function instanceOf<Request extends object>(
  request: RequestClass<Request>,
  data: Readonly<Record<string, unknown>>,
): Request {
  const instance = new request();
  const names = fieldsOf(request);
  for (const name of names) {
    if (Object.hasOwn(data, name)) Reflect.set(instance, name, shaped(shapeOf(instance, name), data[name]));
  }
  unknownKeys.set(
    instance,
    Object.keys(data).filter((key) => !names.has(key)),
  );
  return instance;
}

/** The keys of the client's object that its class does not declare. */
export const unknownKeysOf = (instance: object): readonly string[] => unknownKeys.get(instance) ?? [];

/**
 * The keys of the client's object, and of the objects nested in it, that their classes do not declare, by their paths.
 * @param instance of {@link validated}
 */
export function unknownPathsOf(instance: object, parent = ''): readonly string[] {
  const here = unknownKeysOf(instance).map((key) => parent + key);
  const nestedOnes = Object.entries(instance).flatMap(([name, value]: [string, unknown]) =>
    [value].flat().flatMap((each) => {
      return isContainer(each) && unknownKeys.has(each) ? unknownPathsOf(each, `${parent}${name}.`) : [];
    }),
  );
  return [...here, ...nestedOnes];
}

/** The fields that a class and its parents declare by validation decorators. */
export function fieldsOf(request: RequestClass): ReadonlySet<string> {
  const known = fields.get(request);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(request, '', false, false);
  const found = new Set(rules.map((rule) => rule.propertyName));
  fields.set(request, found);
  return found;
}

function shaped(shape: RequestClass | undefined, value: unknown): unknown {
  if (!shape || !isContainer(value)) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => (Array.isArray(item) ? item : shaped(shape, item)));
  return instanceOf(shape, value as Record<string, unknown>);
}

/**
 * Finds content that no field of any event may have: strings that are not well-formed Unicode, and nesting deeper than
 * any contract allows.
 * @returns the reasons, by field
 */
export function malformedFields(data: Readonly<Record<string, unknown>>): Record<string, string[]> {
  const reasons: Record<string, string[]> = {};
  for (const [field, value] of Object.entries(data)) {
    const reason = reasonAgainst(field, value);
    if (reason !== undefined) reasons[field.toWellFormed()] = [reason];
  }
  return reasons;
}

function reasonAgainst(field: string, value: unknown): string | undefined {
  let level: unknown[] = [field, value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) return 'Is nested too deeply.';
    if (level.some((item) => typeof item === 'string' && !item.isWellFormed())) return 'Has a lone surrogate.';
    level = contentsOf(level);
  }
  return undefined;
}

/** The entries of these arrays and objects, with the names of those of objects. Lists of numbers may be long. */
function contentsOf(level: readonly unknown[]): unknown[] {
  const contents: unknown[] = [];
  for (const item of level) {
    if (Array.isArray(item)) for (const entry of item as unknown[]) contents.push(entry);
    else if (isContainer(item)) for (const [name, entry] of Object.entries(item)) contents.push(name, entry);
  }
  return contents;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

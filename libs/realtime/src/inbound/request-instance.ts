import { getMetadataStorage } from 'class-validator';

import type { RequestClass } from './client-event.js';

const SHAPE = Symbol('the class of a nested object');

/** What {@link fieldsOf} has found: a class that is asked about is declared whole. */
const fields = new WeakMap<RequestClass, ReadonlySet<string>>();

/** The keys that an object had beside those of its class. */
const strays = new WeakMap<object, readonly string[]>();

/** Declares that a field holds an object of this class, or a list of them. */
export const nested =
  (shape: () => RequestClass): PropertyDecorator =>
  (target, property) => {
    Reflect.defineMetadata(SHAPE, shape, target, property);
  };

/** The class of what a field holds, where it was declared by {@link nested}. */
export const shapeOf = (prototype: object, property: string): RequestClass | undefined =>
  (Reflect.getMetadata(SHAPE, prototype, property) as (() => RequestClass) | undefined)?.();

/**
 * An instance of the class with the fields that it declares, and those of the objects nested in it. What a client
 * sent is copied field by field: no key of it, whatever it is called, becomes anything else.
 */
export function instanceOf<Request extends object>(
  request: RequestClass<Request>,
  data: Readonly<Record<string, unknown>>,
): Request {
  const instance = new request();
  const names = fieldsOf(request);
  for (const name of names) {
    if (Object.hasOwn(data, name)) Reflect.set(instance, name, shaped(shapeOf(instance, name), data[name]));
  }
  strays.set(
    instance,
    Object.keys(data).filter((key) => !names.has(key)),
  );
  return instance;
}

export const straysOf = (instance: object): readonly string[] => strays.get(instance) ?? [];

/** The fields that a class declares by its validation decorators, those of its parents included. */
export function fieldsOf(request: RequestClass): ReadonlySet<string> {
  const known = fields.get(request);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(request, '', false, false);
  const found = new Set(rules.map((rule) => rule.propertyName));
  fields.set(request, found);
  return found;
}

function shaped(shape: RequestClass | undefined, value: unknown): unknown {
  if (!shape || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => (Array.isArray(item) ? item : shaped(shape, item)));
  return instanceOf(shape, value as Record<string, unknown>);
}

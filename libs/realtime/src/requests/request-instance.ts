import { getMetadataStorage } from 'class-validator';

import type { RequestClass } from './client-event.js';

const SHAPE = Symbol('the class of a nested object');

/** Results of {@link fieldsOf}: a class never gets further fields. */
const fields = new WeakMap<RequestClass, ReadonlySet<string>>();

/** The keys of an object that its class does not declare. */
const unknownKeys = new WeakMap<object, readonly string[]>();

/** Declares that a field holds an object of this class, or a list of them. */
export const nested =
  (shape: () => RequestClass): PropertyDecorator =>
  (target, property) => {
    Reflect.defineMetadata(SHAPE, shape, target, property);
  };

/** The class of a field's objects, where {@link nested} declared one. */
export const shapeOf = (prototype: object, property: string): RequestClass | undefined =>
  (Reflect.getMetadata(SHAPE, prototype, property) as (() => RequestClass) | undefined)?.();

/**
 * An instance of the class with the fields that it declares, and those of the objects nested in it. Only declared
 * fields are copied from the client's object: a key such as `__proto__` has no effect.
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
  unknownKeys.set(
    instance,
    Object.keys(data).filter((key) => !names.has(key)),
  );
  return instance;
}

/** The keys of the client's object that its class does not declare. */
export const unknownKeysOf = (instance: object): readonly string[] => unknownKeys.get(instance) ?? [];

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
  if (!shape || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => (Array.isArray(item) ? item : shaped(shape, item)));
  return instanceOf(shape, value as Record<string, unknown>);
}

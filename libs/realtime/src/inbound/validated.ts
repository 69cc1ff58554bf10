import { invalid } from '@parley/protocol';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';

import type { RequestClass } from './client-event.js';

/**
 * `data` as an instance of the class that says what it may be. Keys that the class does not name are left behind.
 * @throws Refusal 4003 with `{field: [reasons]}`, every fault at once; fields of nested objects are named by
 *   their path, as in `extra_fields.avatar`
 */
export function validated<Request extends object>(
  request: RequestClass<Request>,
  data: Readonly<Record<string, unknown>>,
): Request {
  const known = Object.fromEntries(fieldsOf(request).flatMap((name) => own(data, name)));
  const instance = plainToInstance(request, known);
  const faults = validateSync(instance, { whitelist: true, forbidUnknownValues: false });
  if (faults.length > 0) throw invalid(Object.fromEntries(faults.flatMap((fault) => reasons(fault, ''))));
  return instance;
}

/** The fields that a class declares by its validation decorators, those of its parents included. */
export function fieldsOf(request: RequestClass): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(request, '', false, false);
  return [...new Set(rules.map((rule) => rule.propertyName))];
}

function own(data: Readonly<Record<string, unknown>>, name: string): [string, unknown][] {
  return Object.hasOwn(data, name) ? [[name, data[name]]] : [];
}

function reasons(fault: ValidationError, parent: string): [string, string[]][] {
  const path = parent + fault.property;
  if (fault.value === undefined) return [[path, ['This field is required.']]];
  const here: [string, string[]][] = fault.constraints ? [[path, Object.values(fault.constraints)]] : [];
  return [...here, ...(fault.children ?? []).flatMap((child) => reasons(child, `${path}.`))];
}

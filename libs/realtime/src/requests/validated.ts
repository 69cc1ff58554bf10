import { invalid } from '@parley/protocol';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';

import type { RequestClass } from './client-event.js';
import { fieldsOf, instanceOf } from './request-instance.js';

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

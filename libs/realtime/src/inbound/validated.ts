import { invalid } from '@parley/protocol';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';

import type { RequestClass } from './client-event.js';
import { fieldsOf, instanceOf } from './request-instance.js';

/**
 * `data` as an instance of the class that says what it may be. Keys that the class does not name are left behind.
 * @throws Refusal 4003 with `{field: [reasons]}`, every fault at once; fields of nested objects are named by
 *   their path, as in `extra_fields.avatar`
 */
export function validated<Request extends object>(
  request: RequestClass<Request>,
  data: Readonly<Record<string, unknown>>,
): Request {
  const instance = instanceOf(request, data);
  // To find that there is nothing to check, as of a heartbeat, the library looks through the classes of all events.
  const faults = fieldsOf(request).size > 0 ? validateSync(instance, { forbidUnknownValues: false }) : [];
  if (faults.length > 0) throw invalid(Object.fromEntries(faults.flatMap((fault) => reasons(fault, ''))));
  return instance;
}

function reasons(fault: ValidationError, parent: string): [string, string[]][] {
  const path = parent + fault.property;
  if (fault.value === undefined) return [[path, ['This field is required.']]];
  const here: [string, string[]][] = fault.constraints ? [[path, [...new Set(Object.values(fault.constraints))]]] : [];
  return [...here, ...(fault.children ?? []).flatMap((child) => reasons(child, `${path}.`))];
}

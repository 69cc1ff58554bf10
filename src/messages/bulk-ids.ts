import { invalid } from '@parley/protocol';
import { idsOf } from '@parley/realtime/requests';

/**
 * The ids that a request has in this field, in lower case and without duplicates.
 * @throws Refusal 4003 if there are more ids than the deployment permits in one event
 */
export function bulkIds(field: string, given: string | readonly string[], most: number): string[] {
  const ids = idsOf(given);
  if (ids.length > most) throw invalid({ [field]: [`Must be at most ${String(most)} ids.`] });
  return ids;
}

import { invalid } from '@parley/protocol';
import { idsOf } from '@parley/realtime/requests';

/**
 * What a request names under this field, in lower case and each once.
 * @throws Refusal 4003 where there is more than the deployment allows one event
 */
export function bulkIds(field: string, given: string | readonly string[], most: number): string[] {
  const ids = idsOf(given);
  if (ids.length > most) throw invalid({ [field]: [`Must be at most ${String(most)} ids.`] });
  return ids;
}

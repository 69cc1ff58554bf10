import { invalid } from '@parley/protocol';
import { idsOf } from '@parley/realtime/inbound';

/**
 * The messages that a request names under `message_id`, in lower case and each once.
 * @throws Refusal 4003 where there are more than the deployment allows one event
 */
export function bulkIds(given: string | readonly string[], most: number): string[] {
  const ids = idsOf(given);
  if (ids.length > most) throw invalid({ message_id: [`Must be at most ${String(most)} ids.`] });
  return ids;
}

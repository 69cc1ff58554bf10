import { invalid } from '@parley/protocol';
import { isUUID } from 'class-validator';

/** The id of a room as it is stored. @throws Refusal 4003 */
export function roomIdOf(given: string): string {
  if (!isUUID(given)) throw invalid({ room_id: ['Must be the id of a room, which is a UUID.'] });
  return given.toLowerCase();
}

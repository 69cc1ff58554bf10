import { nameTextFault } from '@parley/protocol/text';
import { hasLength } from '@parley/realtime/requests';

export const MAX_EXTERNAL_ID_LENGTH = 200;

/** Of the ids that a product gives its users and rooms; undefined: it is valid. */
export function externalIdFault(id: unknown): string | undefined {
  if (typeof id !== 'string' || !hasLength(id, 1, MAX_EXTERNAL_ID_LENGTH) || !id.isWellFormed()) {
    return `Must be a text of 1 to ${String(MAX_EXTERNAL_ID_LENGTH)} characters.`;
  }
  return nameTextFault(id);
}

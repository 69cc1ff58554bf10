import type { Branded } from '../../../platform/types/branded.js';

/** The most rooms of a token. Each handshake reads them, and each connection keeps them. */
export const MOST_ROOMS_OF_TOKEN = 100;

/** Permission to issue a token that is limited to rooms of its user, which only the policy of the backend makes. */
export interface RoomTokenGrant extends Branded<'tokens.limit'> {
  readonly roomIds: readonly string[];
}

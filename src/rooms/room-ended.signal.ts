import type { SignalKind } from '../signals/index.js';
import type { RoomLost } from '../users/index.js';

/** An operator has deleted a room. */
export const roomEnded: SignalKind<RoomLost> = { name: 'room.ended' };

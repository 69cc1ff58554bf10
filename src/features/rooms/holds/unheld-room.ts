import { notPermitted } from '@parley/protocol';
import type { Refusal } from '@parley/protocol';

import type { Branded } from '../../../platform/types/branded.js';
import type { RoomGrant } from '../room.policy.js';

/**
 * Proof that no legal hold is on this room, valid while the room is locked. Code that deletes or edits messages, or
 * deletes rooms, requires it, so that a forgotten check does not compile.
 */
export interface UnheldRoom extends Branded<'unheld'> {
  readonly roomId: string;
}

/** A locked room, with the permission to delete it. */
export interface EndingRoom {
  readonly grant: RoomGrant<'room.delete' | 'room.leave' | 'room.remove_members' | 'room.restrict'>;
  readonly room: UnheldRoom;
}

/**
 * @param room locked
 * @throws Refusal 4002 while the room is held
 */
export function unheld({ id, isHeld }: { readonly id: string; readonly isHeld: boolean }): UnheldRoom {
  if (isHeld) throw heldRoom();
  return { roomId: id } as UnheldRoom;
}

export const heldRoom = (): Refusal =>
  notPermitted('The operator keeps this room: nothing in it can be deleted or edited.');

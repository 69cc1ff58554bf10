import { notPermitted } from '@parley/protocol';

declare const brand: unique symbol;

/**
 * Proof that no legal hold is on this room, valid while the room is locked. Code that deletes or edits messages, or
 * deletes rooms, requires it, so that a forgotten check does not compile.
 */
export interface UnheldRoom {
  readonly [brand]: 'unheld';
  readonly roomId: string;
}

/**
 * @param room locked
 * @throws Refusal 4002 while the room is held
 */
export function unheld({ id, isHeld }: { readonly id: string; readonly isHeld: boolean }): UnheldRoom {
  if (isHeld) throw notPermitted(HELD_ROOM);
  return { roomId: id } as UnheldRoom;
}

const HELD_ROOM = 'The operator keeps this room: nothing in it can be deleted or edited.';

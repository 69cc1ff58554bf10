import { Injectable } from '@nestjs/common';
import { requireWithin } from '@parley/realtime/requests';
import type { Actor } from '@parley/realtime/requests';
import type { Branded } from '../../platform/types/branded.js';

/**
 * Permission of a user for the own preferences of one room, as long as the user is a member: the statements that take it
 * lock the membership first, and find nothing without it.
 */
export interface OwnRoomGrant extends Branded<'room.prefer'> {
  readonly roomId: string;
  readonly userId: number;
}

/** Every member has preferences of a room, which concern nobody else. */
@Injectable()
export class RoomPreferencePolicy {
  /** @throws Refusal 4004 for a room that the token is not for */
  mayPrefer(actor: Actor, roomId: string): OwnRoomGrant {
    requireWithin(actor, roomId);
    return { userId: actor.user.id, roomId } as OwnRoomGrant;
  }

  /** The service ends a mute at its time. */
  mayEndMute(userId: number, roomId: string): OwnRoomGrant {
    return { userId, roomId } as OwnRoomGrant;
  }
}

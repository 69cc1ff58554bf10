import { AbilityBuilder, createMongoAbility } from '@casl/ability';
import type { MongoAbility } from '@casl/ability';
import { Injectable } from '@nestjs/common';
import { notPermitted } from '@parley/protocol';
import type { Actor } from '@parley/realtime/inbound';

import { Memberships } from '../rooms/index.js';
import type { RoomAccess, RoomTypeName, Seat } from '../rooms/index.js';

type MessageAction = 'message.send';
type MessageAbility = MongoAbility<[MessageAction, RoomTypeName | RoomAccess]>;

declare const proof: unique symbol;

/** Proof that the policy was asked. It is good while the room has the version on which it was granted. */
export interface MessageGrant<Action extends MessageAction> {
  readonly [proof]: Action;
  readonly roomId: string;
  readonly userId: number;
  readonly roomVersion: number;
}

/**
 * Who may send: in a OneToOneChat both; in a GroupChat everybody, while it is locked only its admins; in a Channel
 * its moderators and whoever was given `can_send_messages`.
 */
export function messageAbility({ role, permissions }: Pick<Seat, 'role' | 'permissions'>): MessageAbility {
  const { can, build } = new AbilityBuilder<MessageAbility>(createMongoAbility);
  can('message.send', 'OneToOneChat');
  can('message.send', 'GroupChat', { groupLocked: false });
  if (role === 'admin') can('message.send', 'GroupChat');
  if (role === 'moderator' || permissions.includes('can_send_messages')) can('message.send', 'Channel');
  return build({ detectSubjectType: (room) => room.type });
}

@Injectable()
export class MessagePolicy {
  /** Building an ability costs more than asking it, and there are few different seats. */
  private readonly abilities = new Map<string, MessageAbility>();

  constructor(private readonly memberships: Memberships) {}

  /** @throws Refusal 4004 to whoever is no member, 4002 */
  async maySend({ user }: Actor, roomId: string): Promise<MessageGrant<'message.send'>> {
    return this.require('message.send', await this.memberships.seat(user.id, roomId));
  }

  /**
   * The same, after a grant has turned out to be void.
   * @throws Refusal 4004 to whoever is no member any more, 4002
   */
  async maySendStill({ user }: Actor, roomId: string): Promise<MessageGrant<'message.send'>> {
    return this.require('message.send', await this.memberships.seatNow(user.id, roomId));
  }

  private require<Action extends MessageAction>(action: Action, seat: Seat): MessageGrant<Action> {
    if (this.abilityOf(seat).cannot(action, seat.room)) throw notPermitted('You may not send in this room.');
    return { roomId: seat.room.id, userId: seat.userId, roomVersion: seat.room.version } as MessageGrant<Action>;
  }

  private abilityOf(seat: Seat): MessageAbility {
    const kind = [seat.role, ...seat.permissions].join(' ');
    let ability = this.abilities.get(kind);
    if (!ability) this.abilities.set(kind, (ability = messageAbility(seat)));
    return ability;
  }
}

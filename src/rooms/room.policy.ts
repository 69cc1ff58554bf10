import { AbilityBuilder, createMongoAbility } from '@casl/ability';
import type { MongoAbility } from '@casl/ability';
import { Injectable } from '@nestjs/common';
import { notPermitted } from '@parley/protocol';
import type { Actor } from '@parley/realtime/inbound';

import { Memberships } from './memberships.js';
import type { RoomTypeName, Seat } from './seat.js';

type RoomAction = 'room.create' | 'room.read';
type RoomAbility = MongoAbility<[RoomAction, RoomTypeName]>;

declare const proof: unique symbol;

/** Proof that the policy was asked: what reads or writes takes one, so that a forgotten check does not compile. */
export interface RoomGrant<Action extends RoomAction> {
  readonly [proof]: Action;
  readonly userId: number;
}

/** What a user may do with rooms of each type: anybody may make one, and whoever sits in one may read it. */
function abilityOf(seat: Seat | undefined): RoomAbility {
  const { can, build } = new AbilityBuilder<RoomAbility>(createMongoAbility);
  can('room.create', ['OneToOneChat', 'GroupChat', 'Channel']);
  if (seat) can('room.read', seat.room.type);
  return build();
}

@Injectable()
export class RoomPolicy {
  constructor(private readonly memberships: Memberships) {}

  /** @throws Refusal 4002 */
  mayCreate({ user }: Actor, type: RoomTypeName): RoomGrant<'room.create'> {
    if (abilityOf(undefined).cannot('room.create', type)) throw notPermitted(`You may not create a ${type}.`);
    return { userId: user.id } as RoomGrant<'room.create'>;
  }

  /** @throws Refusal 4004 to whoever is no member, 4002 */
  async mayRead({ user }: Actor, roomId: string): Promise<RoomGrant<'room.read'>> {
    const seat = await this.memberships.seatNow(user.id, roomId);
    if (abilityOf(seat).cannot('room.read', seat.room.type)) throw notPermitted('You may not read this room.');
    return { userId: user.id } as RoomGrant<'room.read'>;
  }
}

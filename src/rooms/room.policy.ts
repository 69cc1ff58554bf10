import { AbilityBuilder, createMongoAbility } from '@casl/ability';
import type { MongoAbility } from '@casl/ability';
import { Injectable } from '@nestjs/common';
import { invalid, notPermitted } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { Memberships } from './memberships.js';
import type { RoomTypeName, Seat } from './seat.js';

export type RoomAction =
  | 'room.create'
  | 'room.read'
  | 'room.join'
  | 'room.ask_to_join'
  | 'room.review_join'
  | 'room.leave'
  | 'room.add_members'
  | 'room.remove_members'
  | 'room.update'
  | 'room.assign_role'
  | 'room.assign_permission'
  | 'room.delete';

/** What is asked about: a room, and whom in it where it is about somebody. */
export interface RoomSubject {
  readonly type: RoomTypeName;
  readonly isPublic?: boolean | undefined;
  readonly joinApprovalRequired?: boolean | undefined;
  readonly target?: Pick<Seat, 'role' | 'isCreator'> | undefined;
}

type Standing = Omit<Seat, 'room' | 'userId'>;
type RoomAbility = MongoAbility<[RoomAction, RoomTypeName | RoomSubject | 'all']>;

declare const proof: unique symbol;

/**
 * Permission for an action in one room, which the policy alone gives. What reads or writes takes it, and takes the room
 * from it: neither a forgotten check nor the permission for another room compiles.
 */
export interface RoomGrant<Action extends RoomAction> {
  readonly [proof]: Action;
  readonly roomId: string;
  readonly userId: number;
}

/**
 * Proof that the policy was asked about all rooms in which the user sits. It reaches no further: the statements that
 * take it see to that.
 */
export interface OwnRoomsGrant {
  readonly [proof]: 'rooms.follow';
  readonly userId: number;
}

/** Whoever holds the command line of a deployment may do anything to its rooms. */
export const operatorGrant = <Action extends RoomAction>(roomId: string): RoomGrant<Action> =>
  ({ roomId, userId: 0 }) as RoomGrant<Action>;

const MANY: RoomTypeName[] = ['GroupChat', 'Channel'];

/**
 * Who may do what with rooms of each type. The leaders of a GroupChat are its admins, those of a Channel its
 * moderators, and the creator of either is always one of them. Nobody touches the creator but the creator.
 * @param standing undefined: no member
 */
export function roomAbility(standing: Standing | undefined): RoomAbility {
  const { can, build } = new AbilityBuilder<RoomAbility>(createMongoAbility);
  can('room.create', 'all');
  if (!standing) {
    can('room.join', 'Channel', { isPublic: true });
    can('room.ask_to_join', 'GroupChat', { joinApprovalRequired: true });
    return build({ detectSubjectType: (room) => room.type });
  }
  const { role, isCreator, permissions } = standing;
  can('room.read', 'all');
  can(['room.update', 'room.delete'], 'OneToOneChat');
  can('room.leave', MANY);
  if (role !== 'member' || isCreator) {
    can(['room.add_members', 'room.update', 'room.assign_permission'], MANY);
    can(['room.remove_members', 'room.assign_role'], MANY, { 'target.isCreator': false });
    can('room.review_join', 'GroupChat');
  }
  if (isCreator) can(['room.remove_members', 'room.delete'], MANY);
  if (permissions.includes('can_add_new_participants')) can('room.add_members', 'GroupChat');
  if (permissions.includes('can_add_new_subscribers')) can('room.add_members', 'Channel');
  const membersOnly = { 'target.role': 'member', 'target.isCreator': false };
  if (permissions.includes('can_remove_participants')) can('room.remove_members', 'GroupChat', membersOnly);
  if (permissions.includes('can_remove_subscribers')) can('room.remove_members', 'Channel', membersOnly);
  return build({ detectSubjectType: (room) => room.type });
}

/** Whoever may do most: what even they may not do with a type of room, that type does not have. */
const HIGHEST: Standing = { role: 'admin', isCreator: true, permissions: [] };

@Injectable()
export class RoomPolicy {
  constructor(private readonly memberships: Memberships) {}

  /**
   * @param roomId of the room that is to be made
   * @throws Refusal 4002
   */
  mayCreate({ user }: Actor, roomId: string, type: RoomTypeName): RoomGrant<'room.create'> {
    return this.require('room.create', { userId: user.id, roomId }, undefined, { type });
  }

  /** @throws Refusal 4004 to whoever is no member, 4002 */
  async mayRead({ user }: Actor, roomId: string): Promise<RoomGrant<'room.read'>> {
    const seat = await this.memberships.seatNow(user.id, roomId);
    return this.require('room.read', placeOf(seat), seat, { type: seat.room.type });
  }

  /** @throws Refusal 4004 to whoever is no member, 4003 where nobody can ask to be let in, 4002 */
  async mayReview({ user }: Actor, roomId: string): Promise<RoomGrant<'room.review_join'>> {
    const seat = await this.memberships.seatNow(user.id, roomId);
    return this.require('room.review_join', placeOf(seat), seat, { type: seat.room.type });
  }

  /** Everybody may keep up with the rooms that they are in. */
  mayFollow({ user }: Actor): OwnRoomsGrant {
    return { userId: user.id } as OwnRoomsGrant;
  }

  /**
   * Whether somebody who is no member may come in without being asked by one.
   * @throws Refusal 4003
   */
  mayEnter<Action extends 'room.join' | 'room.ask_to_join'>(
    action: Action,
    { user }: Actor,
    roomId: string,
    room: RoomSubject,
  ): RoomGrant<Action> | undefined {
    if (roomAbility(undefined).cannot(action, room)) return undefined;
    return { userId: user.id, roomId } as RoomGrant<Action>;
  }

  /**
   * For a change of a room that is locked, so that the seats hold until it is committed.
   * @param targets the seats that the change is about, where it is about some: every one of them must be allowed
   * @throws Refusal 4003 if rooms of the type cannot be changed so, 4002 if the actor may not
   */
  mayChange<Action extends RoomAction>(
    action: Action,
    seat: Seat,
    targets: readonly Pick<Seat, 'role' | 'isCreator'>[] = [],
  ): RoomGrant<Action> {
    const { type } = seat.room;
    for (const target of targets) this.require(action, placeOf(seat), seat, { type, target });
    return this.require(action, placeOf(seat), seat, { type, target: targets[0] });
  }

  /**
   * Whether there is anybody to whom the actor may do this: told before it is looked up who was named.
   * @throws Refusal as {@link mayChange}
   */
  mayToSomebody(action: 'room.remove_members' | 'room.assign_role', seat: Seat): void {
    this.require(action, placeOf(seat), seat, seat.room.type);
  }

  private require<Action extends RoomAction>(
    action: Action,
    { userId, roomId }: GrantPlace,
    standing: Standing | undefined,
    subject: RoomTypeName | RoomSubject,
  ): RoomGrant<Action> {
    if (roomAbility(standing).can(action, subject)) return { userId, roomId } as RoomGrant<Action>;
    const type = typeof subject === 'string' ? subject : subject.type;
    if (roomAbility(HIGHEST).can(action, type)) throw notPermitted(REASONS[action]);
    throw invalid(`A ${type} has no such thing as ${NAMES[action]}.`);
  }
}

/** The user and the room of a grant. */
type GrantPlace = Pick<RoomGrant<RoomAction>, 'userId' | 'roomId'>;

const placeOf = ({ userId, room }: Seat): GrantPlace => ({ userId, roomId: room.id });

const REASONS: Readonly<Record<RoomAction, string>> = {
  'room.create': 'You may not create such a room.',
  'room.read': 'You may not read this room.',
  'room.join': 'This room cannot be joined.',
  'room.ask_to_join': 'This room cannot be joined.',
  'room.review_join': 'You may not decide who is let into this room.',
  'room.leave': 'You may not leave this room.',
  'room.add_members': 'You may not add members to this room.',
  'room.remove_members': 'You may not remove this member.',
  'room.update': 'You may not change this room.',
  'room.assign_role': 'You may not change this role.',
  'room.assign_permission': 'You may not give or take permissions in this room.',
  'room.delete': 'Only its creator may delete this room.',
};

const NAMES: Readonly<Record<RoomAction, string>> = {
  'room.create': 'creation',
  'room.read': 'reading',
  'room.join': 'joining',
  'room.ask_to_join': 'asking to join',
  'room.review_join': 'requests to be let in',
  'room.leave': 'leaving',
  'room.add_members': 'adding members',
  'room.remove_members': 'removing members',
  'room.update': 'settings',
  'room.assign_role': 'roles',
  'room.assign_permission': 'permissions',
  'room.delete': 'deletion',
};

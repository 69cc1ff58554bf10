import { AbilityBuilder, createMongoAbility } from '@casl/ability';
import type { MongoAbility } from '@casl/ability';
import { Injectable } from '@nestjs/common';
import { invalid, notFound, notPermitted } from '@parley/protocol';
import type { DeploymentRole, Refusal } from '@parley/protocol';
import type { Actor, LimitedToRooms } from '@parley/realtime/requests';

import type { Branded } from '../../platform/types/branded.js';
import type { AvatarGrant } from '../uploads/upload-grant.js';
import type { DeploymentGrant } from '../users/roles/deployment.policy.js';
import { NAMES, REASONS } from './room-actions.js';
import type { RoomAction } from './room-actions.js';
import type { Creators } from './room.settings.js';
import { NewRoomSettings } from './room.settings.js';
import type { Contact } from './consent/stranger-limit.js';
import { MembershipCache } from './membership/membership-cache.js';
import { AbilityCache } from './membership/membership.js';
import type { MemberRole, Membership, Mute, RoomTypeName } from './membership/membership.js';

/** The subject of a check: a room, and the member that the action affects, if any. */
export interface RoomSubject {
  readonly type: RoomTypeName;
  readonly isPublic?: boolean | undefined;
  readonly joinApprovalRequired?: boolean | undefined;
  /** Whether the actor has deleted this OneToOneChat, while the other user keeps it. */
  readonly isHidden?: boolean | undefined;
  /** Whether one of the two users of this OneToOneChat blocks the other. */
  readonly isClosed?: boolean | undefined;
  readonly target?: Pick<Membership, 'role' | 'isCreator'> | undefined;
}

/** A room that a user wants to enter who is not a member, and whether that user is banned from it. */
export interface EnteredRoom extends RoomSubject {
  readonly isBanned: boolean;
}

/** The membership of the user of a restriction; undefined: the user is not a member. */
type RestrictedMember = Pick<Membership, 'role' | 'isCreator'> | undefined;

/** The user of a restriction by a leader. */
interface RestrictedUser {
  readonly contact: Contact;
  readonly member: RestrictedMember;
}

/** The user and the room of a restriction by a moderator of the deployment. */
interface RestrictedAnywhere {
  readonly roomId: string;
  readonly type: RoomTypeName;
  readonly user: { readonly userId: number; readonly member: RestrictedMember };
}

/** A room, and the user who has deleted it while the other one keeps it. */
interface HideableRoom {
  readonly type: RoomTypeName;
  readonly hiddenFrom: { readonly userId: number } | undefined;
  readonly isClosed: boolean;
}

type RoomAbility = MongoAbility<[RoomAction, RoomTypeName | RoomSubject | 'all']>;

/**
 * Permission for an action in one room, which only the policy can make. Code that reads or writes requires it and takes
 * the room from it: neither a forgotten check nor the permission for another room compiles.
 */
export interface RoomGrant<Action extends RoomAction> extends Branded<Action> {
  readonly roomId: string;
  readonly userId: number;
}

/**
 * Permission to restrict one user in one room, or to lift the restriction. A leader gets it for a locked room; a policy of
 * another feature may give it for another reason.
 */
export interface RestrictionGrant extends RoomGrant<'room.restrict'> {
  readonly restrictedId: number;
}

/**
 * Permission for all rooms that the user is a member of, or those of them to which the token is limited. The statements that take it are limited to these rooms.
 */
export interface OwnRoomsGrant extends Branded<'rooms.follow'>, LimitedToRooms {
  readonly userId: number;
}

/** Permission for a list of which leaders see all, and other members what concerns themselves. */
export interface LedListGrant extends RoomGrant<'room.read'> {
  /** A guest leads no room, whatever role the statement finds. */
  readonly mayLead: boolean;
}

/** Permission to list the rooms of the deployment that everybody may enter. */
export interface ChannelDirectoryGrant extends Branded<'channels.list'> {
  readonly userId: number;
}

/** An operator with access to the command line may do anything to the rooms of the deployment. */
export const operatorGrant = <Action extends RoomAction>(roomId: string): RoomGrant<Action> =>
  ({ roomId, userId: 0 }) as RoomGrant<Action>;

/** Who may change a room may change its avatar. */
export const roomAvatar = ({ userId, roomId }: RoomGrant<'room.update'>): AvatarGrant =>
  ({ userId, kind: 'room_avatar', roomId }) as AvatarGrant;

/** The roles that may create rooms. */
const CREATING: Readonly<Record<Creators, readonly DeploymentRole[]>> = {
  everyone: ['user', 'moderator', 'admin'],
  moderators: ['moderator', 'admin'],
  admins: ['admin'],
};

const MANY: RoomTypeName[] = ['GroupChat', 'Channel'];

/**
 * The permissions in rooms of each type. The leaders of a GroupChat are its admins, those of a Channel its moderators;
 * the creator is always one of them. Only the creator can remove the creator, and nobody can change the creator's role.
 * A OneToOneChat is closed while one of the two blocks the other: each may still delete it for themselves.
 * @param member undefined: not a member
 */
export function roomAbility(member: MemberRole | undefined): RoomAbility {
  const { can, cannot, build } = new AbilityBuilder<RoomAbility>(createMongoAbility);
  can('room.create', 'all');
  can('room.preview', 'Channel', { isPublic: true });
  can('room.preview', 'GroupChat', { joinApprovalRequired: true });
  if (!member) {
    can('room.join', 'Channel', { isPublic: true });
    can('room.ask_to_join', 'GroupChat', { joinApprovalRequired: true });
    can('room.show', 'OneToOneChat', { isHidden: true });
    cannot('room.show', 'OneToOneChat', { isClosed: true });
    return build({ detectSubjectType: (room) => room.type });
  }
  const { role, isCreator, permissions } = member;
  can('room.read', 'all');
  can(['room.update', 'room.delete', 'room.show'], 'OneToOneChat');
  cannot(['room.update', 'room.show'], 'OneToOneChat', { isClosed: true });
  can('room.leave', MANY);
  if (role !== 'member' || isCreator) {
    can(['room.add_members', 'room.invite', 'room.update', 'room.assign_permission'], MANY);
    can(['room.remove_members', 'room.assign_role', 'room.restrict'], MANY, { 'target.isCreator': false });
    can('room.review_join', 'GroupChat');
    can('room.review_reports', MANY);
  }
  if (isCreator) can(['room.remove_members', 'room.delete'], MANY);
  if (permissions.includes('can_add_new_participants')) can(['room.add_members', 'room.invite'], 'GroupChat');
  if (permissions.includes('can_add_new_subscribers')) can(['room.add_members', 'room.invite'], 'Channel');
  const membersOnly = { 'target.role': 'member', 'target.isCreator': false };
  if (permissions.includes('can_remove_participants')) can('room.remove_members', 'GroupChat', membersOnly);
  if (permissions.includes('can_remove_subscribers')) can('room.remove_members', 'Channel', membersOnly);
  return build({ detectSubjectType: (room) => room.type });
}

/** The highest role: an action that even it may not do with a type of room is not supported by that type. */
const HIGHEST: MemberRole = { role: 'admin', isCreator: true, permissions: [] };

@Injectable()
export class RoomPolicy {
  private readonly abilities = new AbilityCache(roomAbility);

  constructor(
    private readonly memberships: MembershipCache,
    private readonly settings: NewRoomSettings,
  ) {}

  /** Whether users of a role may create rooms of a type. */
  permitsCreation(role: DeploymentRole, type: RoomTypeName): boolean {
    return CREATING[this.creatorsOf(type)].includes(role);
  }

  /**
   * @param roomId of the room to be created
   * @throws Refusal 4002
   */
  mayCreate({ user, role = 'user' }: Actor, roomId: string, type: RoomTypeName): RoomGrant<'room.create'> {
    if (type !== 'OneToOneChat' && user.is_guest === true) throw notPermitted(`Guests may not create a ${type}.`);
    if (!this.permitsCreation(role, type)) throw notPermitted(`You may not create a ${type} here.`);
    return this.require('room.create', { userId: user.id, roomId }, undefined, { type });
  }

  /** @throws Refusal 4004 if the actor is not a member, 4002 */
  async mayRead(actor: Actor, roomId: string): Promise<RoomGrant<'room.read'>> {
    const membership = await this.memberships.refresh(actor, roomId);
    return this.require('room.read', placeOf(membership), membership, { type: membership.room.type });
  }

  /** As {@link mayRead}. The statement that takes the grant decides whether the actor leads the room. */
  async mayReadAsLeader(actor: Actor, roomId: string): Promise<LedListGrant> {
    return { ...(await this.mayRead(actor, roomId)), mayLead: actor.user.is_guest !== true };
  }

  /** @throws Refusal 4004 if the actor is not a member, 4003 if the type has no join requests, 4002 */
  async mayReview(actor: Actor, roomId: string): Promise<RoomGrant<'room.review_join'>> {
    const membership = await this.memberships.refresh(actor, roomId);
    return this.require('room.review_join', placeOf(membership), membership, { type: membership.room.type });
  }

  /**
   * For an invitation to the room, whose use is checked again.
   * @throws Refusal 4004 if the actor is not a member, 4003 if the type takes no further members, 4002
   */
  async mayAddMembers(actor: Actor, roomId: string): Promise<RoomGrant<'room.add_members'>> {
    const membership = await this.memberships.refresh(actor, roomId);
    return this.require('room.add_members', placeOf(membership), membership, { type: membership.room.type });
  }

  /**
   * For a picture of the room. Using it is checked again.
   * @throws Refusal 4004 if the actor is not a member, 4003 if the type has no avatar, 4002
   */
  async mayUploadAvatar(actor: Actor, roomId: string): Promise<AvatarGrant> {
    const membership = await this.memberships.refresh(actor, roomId);
    const { type } = membership.room;
    if (!MANY.includes(type)) throw invalid(`A ${type} has no avatar.`);
    return roomAvatar(this.require('room.update', placeOf(membership), membership, { type }));
  }

  /** Every user may follow the rooms that they are a member of. */
  mayFollow({ user, rooms }: Actor): OwnRoomsGrant {
    return { userId: user.id, rooms } as OwnRoomsGrant;
  }

  /** @throws Refusal 4004 for a guest, for whom there is no directory */
  mayListChannels({ user }: Actor): ChannelDirectoryGrant {
    if (user.is_guest === true) throw notFound('There is no directory of channels for guests.');
    return { userId: user.id } as ChannelDirectoryGrant;
  }

  /**
   * As {@link mayEnter}, for what the room is: a guest sees only the rooms that it is in, a limited token those that it is
   * for.
   * @throws Refusal 4004 for these
   */
  async mayPreview(actor: Actor, roomId: string, room: EnteredRoom): Promise<RoomGrant<'room.preview'> | undefined> {
    if (actor.user.is_guest === true || actor.rooms) await this.mayRead(actor, roomId);
    return this.mayEnter('room.preview', actor, roomId, room);
  }

  /**
   * Whether the actor joins rooms at all: checked before the room is looked up, so that the refusal says nothing about it.
   * @throws Refusal 4002 for a guest, who is added by others
   */
  mayJoinAny({ user }: Actor): void {
    if (user.is_guest === true) throw notPermitted('Guests may not join rooms: a member must add them.');
  }

  /**
   * Whether a non-member may join, or ask to join, without an invitation; and whether anybody may see what the room is.
   * @returns undefined if not
   */
  mayEnter<Action extends 'room.join' | 'room.ask_to_join' | 'room.preview'>(
    action: Action,
    { user }: Actor,
    roomId: string,
    room: EnteredRoom,
  ): RoomGrant<Action> | undefined {
    if (room.isBanned || this.abilities.of(undefined).cannot(action, room)) return undefined;
    return { userId: user.id, roomId } as RoomGrant<Action>;
  }

  /** Every user may answer their own invitations: the statements that take the grant find no others. */
  mayAnswer({ user }: Actor, roomId: string): RoomGrant<'room.answer_invite'> {
    return { userId: user.id, roomId } as RoomGrant<'room.answer_invite'>;
  }

  /**
   * To make the user a member again who has deleted the OneToOneChat: both of the two may, in a locked room.
   * @param membership undefined: the actor is not a member
   * @throws Refusal 4003, 4002
   */
  mayShow(
    { user }: Actor,
    roomId: string,
    { type, hiddenFrom, isClosed }: HideableRoom,
    membership: Membership | undefined,
  ): RoomGrant<'room.show'> {
    const subject = { type, isHidden: hiddenFrom?.userId === user.id, isClosed };
    return this.require('room.show', { userId: user.id, roomId }, membership, subject);
  }

  /**
   * For a change of a locked room, so that the memberships hold until the commit.
   * @param targets the memberships that the change affects, if any: every one of them must be allowed
   * @throws Refusal 4003 if the type of the room does not support the change, 4002 if the actor may not make it
   */
  mayChange<Action extends RoomAction>(
    action: Action,
    membership: Membership,
    targets: readonly Pick<Membership, 'role' | 'isCreator'>[] = [],
  ): RoomGrant<Action> {
    const { type, isClosed } = membership.room;
    for (const target of targets) this.require(action, placeOf(membership), membership, { type, isClosed, target });
    return this.require(action, placeOf(membership), membership, { type, isClosed, target: targets[0] });
  }

  /**
   * To restrict a user of a locked room, who need not be a member. Leaders restrict neither its creator nor themselves.
   * @throws Refusal 4003 if the type of the room has no restrictions, or for the actor; 4002
   */
  mayRestrict(membership: Membership, { contact: { userId }, member }: RestrictedUser): RestrictionGrant {
    const { type } = membership.room;
    const target = member ?? { role: 'member' as const, isCreator: false };
    const grant = this.require('room.restrict', placeOf(membership), membership, { type, target });
    if (userId === membership.userId) throw invalid({ user_id: ['You cannot restrict yourself.'] });
    return { ...grant, restrictedId: userId };
  }

  /**
   * For a moderator of the deployment, who need not be a member, in a locked room.
   * @throws Refusal 4003 if the type of the room has no restrictions, 4002 for its creator
   */
  mayRestrictAnywhere(
    { userId }: DeploymentGrant<'members.restrict'>,
    { roomId, type, user }: RestrictedAnywhere,
  ): RestrictionGrant {
    const target = user.member ?? { role: 'member' as const, isCreator: false };
    const grant = this.require('room.restrict', { userId, roomId }, HIGHEST, { type, target });
    return { ...grant, restrictedId: user.userId };
  }

  /** @throws Refusal 4004 if the actor is not a member, 4003 if the type of the room has no leaders, 4002 */
  async mayReviewReports(actor: Actor, roomId: string): Promise<RoomGrant<'room.review_reports'>> {
    const membership = await this.memberships.refresh(actor, roomId);
    return this.require('room.review_reports', placeOf(membership), membership, { type: membership.room.type });
  }

  /** The ids of the rooms that the actor leads. */
  ledBy(actor: Actor): Promise<string[]> {
    return this.memberships.ledBy(actor);
  }

  /** Whether a member of a locked room may review its reports. */
  reviewsReports(membership: Membership): boolean {
    return this.abilities.of(membership).can('room.review_reports', { type: membership.room.type });
  }

  /**
   * Whether the actor may do this to any member at all: checked before the named users are looked up.
   * @throws Refusal as {@link mayChange}
   */
  mayActOnUser(action: 'room.remove_members' | 'room.assign_role' | 'room.restrict', membership: Membership): void {
    this.require(action, placeOf(membership), membership, membership.room.type);
  }

  private creatorsOf(type: RoomTypeName): Creators {
    if (type === 'OneToOneChat') return 'everyone';
    return type === 'Channel' ? this.settings.channelCreators : this.settings.groupCreators;
  }

  private require<Action extends RoomAction>(
    action: Action,
    { userId, roomId }: GrantPlace,
    member: MemberRole | undefined,
    subject: RoomTypeName | RoomSubject,
  ): RoomGrant<Action> {
    if (this.abilities.of(member).can(action, subject)) return { userId, roomId } as RoomGrant<Action>;
    const type = typeof subject === 'string' ? subject : subject.type;
    if (this.abilities.of(HIGHEST).can(action, type)) {
      const isClosed = typeof subject !== 'string' && subject.isClosed === true;
      throw notPermitted(isClosed ? CLOSED_CHAT : REASONS[action]);
    }
    throw invalid(`A ${type} does not support ${NAMES[action]}.`);
  }
}

/** The user and the room of a grant. */
type GrantPlace = Pick<RoomGrant<RoomAction>, 'userId' | 'roomId'>;

const placeOf = ({ userId, room }: Membership): GrantPlace => ({ userId, roomId: room.id });

/**
 * Why nothing is written in a OneToOneChat of which one user blocks the other. Both read the same, so that it does not name
 * who blocks whom.
 */
export const CLOSED_CHAT = 'This chat is closed.';

/** Why a muted member writes nothing, with the end of the mute, if it has one. */
export const muted = ({ until }: Mute): Refusal =>
  notPermitted({ room_id: ['You are muted in this room.'], ...(until && { until: [until.toISOString()] }) });

import { AbilityBuilder, createMongoAbility } from '@casl/ability';
import type { MongoAbility } from '@casl/ability';
import { Injectable } from '@nestjs/common';
import { invalid, notPermitted } from '@parley/protocol';
import type { Refusal } from '@parley/protocol';
import { requireWithin } from '@parley/realtime/requests';
import type { Actor } from '@parley/realtime/requests';

import type { Branded } from '../../platform/types/branded.js';
import { CLOSED_CHAT, muted } from '../rooms/room.policy.js';
import type { UploadGrant } from '../uploads/upload-grant.js';
import type { DeploymentGrant } from '../users/roles/deployment.policy.js';
import { MembershipCache } from '../rooms/membership/membership-cache.js';
import { AbilityCache } from '../rooms/membership/membership.js';
import type { MemberRole, Membership, RoomAccess, RoomTypeName } from '../rooms/membership/membership.js';

type MessageAction = 'message.send' | 'message.mention_room' | 'message.type' | ChangeAction;

/** The subject of a permission check: the room, and whether the message is the user's own if there is one. */
interface MessageSubject extends Pick<RoomAccess, 'type' | 'groupLocked' | 'isClosed' | 'isOpen'> {
  readonly own?: boolean | undefined;
  /** Whether the room has at most `MAX_ROOM_MENTION` members. */
  readonly isSmall?: boolean;
}
type Circumstances = Pick<MessageSubject, 'own' | 'isSmall'>;
type MessageAbility = MongoAbility<[MessageAction, RoomTypeName | MessageSubject | 'all']>;

/**
 * Permission for an action in one room, which only the policy creates. It is valid while the room has the version for
 * which it was granted.
 */
export interface MessageGrant<Action extends MessageAction> extends Branded<Action> {
  readonly roomId: string;
  readonly userId: number;
  readonly roomVersion: number;
  /** Whether the other user of a OneToOneChat has deleted it. */
  readonly isHidden: boolean;
  /** The seconds that the user waits between two messages; 0: none. */
  readonly slowModeSeconds: number;
  readonly maxMessageLength: number | null;
  readonly mediaAllowed: boolean;
}

export type ChangeAction =
  | 'message.edit'
  | 'message.delete'
  | 'message.react'
  | 'message.pin'
  | 'message.remove_preview'
  | 'message.release'
  | 'message.withdraw'
  | 'poll.vote'
  | 'poll.close';

/** Permission to change these messages of the room. Writing code takes the messages and the room from it. */
export interface MessageChangeGrant<Action extends ChangeAction> extends MessageGrant<Action> {
  readonly messageIds: readonly string[];
}

/** The data of a message that the policy needs. */
export interface ChangedMessage {
  readonly id: string;
  readonly senderId: number;
}

/**
 * Permission to write receipts in one room, as long as the user is a member: the statements that take it lock the
 * membership first, and find no messages without it.
 */
export interface ReceiptGrant extends Branded<'message.acknowledge'> {
  readonly roomId: string;
  readonly userId: number;
}

/**
 * Permission of a user to follow threads of one room, as long as the user is a member: the statements that take it lock
 * the membership first.
 */
export interface ThreadFollowGrant extends Branded<'thread.follow'> {
  readonly roomId: string;
  readonly userId: number;
}

/**
 * Permission of a user for the own drafts in one room, as long as the user is a member: the statements that take it lock
 * the membership first.
 */
export interface DraftGrant extends Branded<'draft.set'> {
  readonly roomId: string;
  readonly userId: number;
}

/** Who changes messages of others sends nothing. */
const NO_LIMITS = { slowModeSeconds: 0, maxMessageLength: null, mediaAllowed: true };

const withoutMembership = <Action extends ChangeAction>(
  userId: number,
  roomId: string,
  messageIds: readonly string[],
): MessageChangeGrant<Action> =>
  ({ roomId, messageIds, userId, roomVersion: 0, isHidden: false, ...NO_LIMITS }) as MessageChangeGrant<Action>;

/** Permission of an operator on the command line, who may change any message of the deployment. */
export const operatorGrant = <Action extends ChangeAction>(
  roomId: string,
  messageIds: readonly string[],
): MessageChangeGrant<Action> => withoutMembership(0, roomId, messageIds);

/** A moderator of the deployment may delete reported messages of rooms of which they are no member. */
export const moderatorGrant = (
  { userId }: DeploymentGrant<'messages.delete'>,
  roomId: string,
  messageIds: readonly string[],
): MessageChangeGrant<'message.delete'> => withoutMembership(userId, roomId, messageIds);

/** A moderator of the deployment may release a held message of a room of which they are no member. */
export const moderatorRelease = (
  { userId }: DeploymentGrant<'messages.release'>,
  roomId: string,
  messageId: string,
): MessageChangeGrant<'message.release'> => withoutMembership(userId, roomId, [messageId]);

/** What a muted member may not do. */
const WRITING: MessageAction[] = [
  'message.send',
  'message.mention_room',
  'message.type',
  'message.edit',
  'message.react',
  'message.pin',
  'poll.vote',
];

/** Without the deletion of messages and previews. */
const IN_OPEN_CHATS: MessageAction[] = [
  'message.send',
  'message.mention_room',
  'message.type',
  'message.edit',
  'message.react',
  'message.pin',
  'poll.vote',
  'poll.close',
];

/**
 * Sending and typing: both users in a OneToOneChat; all members of a GroupChat, but only its admins while it is locked;
 * the moderators of a Channel and members with `can_send_messages`, or all its members while it is open. Every member may react and vote. Senders may edit and
 * delete their own messages, remove the previews of their links, and close their polls; the leaders of a GroupChat or Channel may delete and close those of
 * others. Pinning: both users in a OneToOneChat, leaders, and members of a GroupChat with `can_pin_messages`. A message
 * may mention the whole room if it is small, or if its sender leads it. Leaders release held messages of others, and
 * senders withdraw their own. Who is muted writes nothing, but may take back
 * own messages, and act as a leader. In a OneToOneChat that is closed, because one of the two blocks the other, users may
 * only take back what they have sent.
 */
export function messageAbility({ role, isCreator, permissions, mute }: MemberRole): MessageAbility {
  const { can, cannot, build } = new AbilityBuilder<MessageAbility>(createMongoAbility);
  const sending: MessageAction[] = ['message.send', 'message.type'];
  const leading: MessageAction[] = [...sending, 'message.delete', 'message.mention_room', 'message.pin', 'poll.close'];
  can([...sending, 'message.mention_room', 'message.pin'], 'OneToOneChat');
  can(sending, 'GroupChat', { groupLocked: false });
  can('message.mention_room', 'GroupChat', { isSmall: true });
  if (permissions.includes('can_pin_messages')) can('message.pin', 'GroupChat');
  can(sending, 'Channel', { isOpen: true });
  if (permissions.includes('can_send_messages')) can(sending, 'Channel');
  if (role === 'admin' || isCreator) {
    can(leading, 'GroupChat');
    can('message.release', 'GroupChat', { own: false });
  }
  if (role === 'moderator' || isCreator) {
    can(leading, 'Channel');
    can('message.release', 'Channel', { own: false });
  }
  can(['message.react', 'poll.vote'], 'all');
  can(['message.edit', 'message.delete', 'message.remove_preview', 'message.withdraw', 'poll.close'], 'all', {
    own: true,
  });
  if (mute) cannot(WRITING, 'all');
  cannot(IN_OPEN_CHATS, 'OneToOneChat', { isClosed: true });
  return build({ detectSubjectType: (room) => room.type });
}

const REASONS: Readonly<Record<MessageAction, string>> = {
  'message.send': 'You may not send in this room.',
  'message.mention_room': 'You may not mention the whole room.',
  'message.type': 'You may not send in this room.',
  'message.edit': 'Only the sender may edit a message.',
  'message.delete': 'You may not delete this message.',
  'message.react': 'You may not react in this room.',
  'message.pin': 'You may not pin messages in this room.',
  'message.remove_preview': 'Only the sender may remove previews of a message.',
  'message.release': 'Only leaders of the room decide about held messages, and not about their own.',
  'message.withdraw': 'Only the sender may withdraw a held message.',
  'poll.vote': 'You may not vote in this room.',
  'poll.close': 'You may not close this poll.',
};

/** Leaders do not wait between their messages. */
const isLeader = ({ role, isCreator }: MemberRole): boolean => role !== 'member' || isCreator;

/** A muted member hears of the mute, also if the action would not be permitted without it. */
function refusal(action: MessageAction, { mute, room }: Membership): Refusal {
  if (room.isClosed && IN_OPEN_CHATS.includes(action)) return notPermitted(CLOSED_CHAT);
  return mute && WRITING.includes(action) ? muted(mute) : notPermitted(REASONS[action]);
}

@Injectable()
export class MessagePolicy {
  private readonly abilities = new AbilityCache(messageAbility);

  constructor(private readonly memberships: MembershipCache) {}

  /** @throws Refusal 4004 for a non-member, 4002 */
  async maySend(actor: Actor, roomId: string): Promise<MessageGrant<'message.send'>> {
    return this.fromCache('message.send', actor, roomId);
  }

  /**
   * As {@link maySend}, after a grant has become invalid: reads the membership from the database.
   * @throws Refusal 4004 for a user who is no longer a member, 4002
   */
  async maySendStill(actor: Actor, roomId: string): Promise<MessageGrant<'message.send'>> {
    return this.require('message.send', await this.memberships.refresh(actor, roomId));
  }

  /** Who may send in a room may add files to it, if it allows them. @throws Refusal 4004 for a non-member, 4002, 4003 */
  async mayUpload(actor: Actor, roomId: string): Promise<UploadGrant> {
    const { userId, mediaAllowed } = await this.maySend(actor, roomId);
    if (!mediaAllowed) throw invalid('Attachments are not allowed in this room.');
    return { userId, kind: 'message', roomId } as UploadGrant;
  }

  /**
   * For a message that mentions the whole room.
   * @param isSmall whether the room has at most `MAX_ROOM_MENTION` members
   * @throws Refusal 4004 for a non-member, 4002
   */
  async mayMentionRoom(actor: Actor, roomId: string, isSmall: boolean): Promise<MessageGrant<'message.mention_room'>> {
    return this.fromCache('message.mention_room', actor, roomId, { isSmall });
  }

  /** As {@link mayMentionRoom}, in a locked room. @throws Refusal 4002 */
  mayMentionRoomStill(membership: Membership, isSmall: boolean): MessageGrant<'message.mention_room'> {
    return this.require('message.mention_room', membership, { isSmall });
  }

  /** @throws Refusal 4004 for a non-member, 4002 */
  async mayType(actor: Actor, roomId: string): Promise<MessageGrant<'message.type'>> {
    return this.fromCache('message.type', actor, roomId);
  }

  /** Every user may acknowledge and read all messages of their rooms. */
  mayAcknowledge(actor: Actor, roomId: string): ReceiptGrant {
    requireWithin(actor, roomId);
    return { userId: actor.user.id, roomId } as ReceiptGrant;
  }

  /** Every member may follow the threads of the room. */
  mayFollow(actor: Actor, roomId: string): ThreadFollowGrant {
    requireWithin(actor, roomId);
    return { userId: actor.user.id, roomId } as ThreadFollowGrant;
  }

  /** Every member may keep drafts, also who may not send: they concern nobody else. */
  mayDraft(actor: Actor, roomId: string): DraftGrant {
    requireWithin(actor, roomId);
    return { userId: actor.user.id, roomId } as DraftGrant;
  }

  /**
   * For a change in a locked room, so that the membership stays valid until the commit.
   * @param messages of the room of the membership: the user must be allowed to change every one of them
   * @throws Refusal 4002
   */
  mayChange<Action extends ChangeAction>(
    action: Action,
    membership: Membership,
    messages: readonly ChangedMessage[],
  ): MessageChangeGrant<Action> {
    const own = messages.every(({ senderId }) => senderId === membership.userId);
    return { ...this.require(action, membership, { own }), messageIds: messages.map(({ id }) => id) };
  }

  /** A cached membership may be outdated: if it does not permit the action, the database is read before a refusal. */
  private async fromCache<Action extends 'message.send' | 'message.mention_room' | 'message.type'>(
    action: Action,
    actor: Actor,
    roomId: string,
    circumstances: Circumstances = {},
  ): Promise<MessageGrant<Action>> {
    const remembered = await this.memberships.find(actor, roomId);
    const membership = this.permits(action, remembered, circumstances)
      ? remembered
      : await this.memberships.refresh(actor, roomId);
    return this.require(action, membership, circumstances);
  }

  private permits(action: MessageAction, membership: Membership, circumstances: Circumstances): boolean {
    return this.abilities.of(membership).can(action, {
      type: membership.room.type,
      groupLocked: membership.room.groupLocked,
      isOpen: membership.room.isOpen,
      isClosed: membership.room.isClosed,
      ...circumstances,
    });
  }

  private require<Action extends MessageAction>(
    action: Action,
    membership: Membership,
    circumstances: Circumstances = {},
  ): MessageGrant<Action> {
    if (!this.permits(action, membership, circumstances)) throw refusal(action, membership);
    const { rules } = membership.room;
    return {
      roomId: membership.room.id,
      userId: membership.userId,
      roomVersion: membership.room.version,
      isHidden: membership.room.isHidden,
      slowModeSeconds: isLeader(membership) ? 0 : rules.slowModeSeconds,
      maxMessageLength: rules.maxMessageLength,
      mediaAllowed: rules.mediaAllowed,
    } as MessageGrant<Action>;
  }
}

import type { Channel as WireChannel, RoomListEntry } from '@parley/protocol';
import { Choice, Optional, StrictObject, WebUrl } from '@parley/realtime/requests';
import type { Restrictable } from '@parley/realtime/restricted-part';

import {
  FirstMembers,
  firstMemberships,
  MemberCap,
  Option,
  preferencesOf,
  RoomCreateRequest,
  RoomDescription,
  RoomName,
  RoomProperty,
  RULES,
  usersOf,
} from './room-fields.js';
import { NO_RULES, wireRules } from '../rules/room-rules.js';
import type { Conversation, ListedRoom, RoomDraft, RoomRecord } from './room-record.js';
import { POSTING, REACTION_MODES } from '../room.settings.js';
import type { NewRoomSettings, Posting, ReactionMode } from '../room.settings.js';
import { RoomType } from './room-type.js';

/** Of a room that has no maximum of its own. */
const USUAL_MAX_SUBSCRIBERS = 300;

class ChannelFields {
  @Option()
  is_public?: boolean;

  @Optional()
  @WebUrl()
  avatar?: string | null;

  @MemberCap()
  max_subscribers?: number;

  /** Who may write: `everyone` or `moderators`; by default as the deployment says. */
  @Optional({ nullable: false })
  @Choice(POSTING)
  posting?: Posting;

  /** How many reactions to a message a member may have: `one` or `many`; by default as the deployment says. */
  @Optional({ nullable: false })
  @Choice(REACTION_MODES)
  reactions?: ReactionMode;

  @Optional({ nullable: false })
  @StrictObject(() => RoomProperty)
  property?: RoomProperty;
}

class ChannelRequest extends RoomCreateRequest {
  @RoomName()
  name!: string;

  @FirstMembers()
  subscribers?: number[];

  /** Another name for `subscribers`. */
  @FirstMembers()
  participants?: number[];

  @RoomDescription()
  description?: string;

  @Optional({ nullable: false })
  @StrictObject(() => ChannelFields)
  extra_fields?: ChannelFields;
}

/** A room that users may find and join. Its moderators write in it, or all members. */
export class Channel extends RoomType<ChannelRequest> {
  readonly name = 'Channel';
  readonly request = ChannelRequest;
  readonly leader = 'moderator';
  readonly permissions = ['can_add_new_subscribers', 'can_remove_subscribers', 'can_send_messages'];
  readonly settings = [
    'name',
    'description',
    'avatar',
    'avatar_upload_id',
    'is_public',
    'max_subscribers',
    'posting',
    'property',
    'reactions',
    ...RULES,
  ] as const;

  override draft(request: ChannelRequest, creatorId: number, defaults: NewRoomSettings): RoomDraft {
    const fields = request.extra_fields ?? {};
    const most = fields.max_subscribers ?? defaults.mostSubscribers;
    return {
      type: this.name,
      name: request.name,
      description: request.description ?? '',
      avatar: fields.avatar ?? null,
      creatorId,
      pairKey: null,
      maxMembers: most,
      joinApprovalRequired: false,
      groupLocked: false,
      isPublic: fields.is_public ?? false,
      posting: fields.posting ?? defaults.posting,
      reactions: fields.reactions ?? defaults.reactions,
      ...NO_RULES,
      preferences: preferencesOf(fields),
      memberships: firstMemberships({ userId: creatorId, role: 'moderator' }, namedIn(request), {
        field: 'subscribers',
        most,
      }),
    };
  }

  override view(room: RoomRecord): WireChannel {
    return {
      ...this.withoutMembers(room),
      subscribers: usersOf(room.members),
      moderators: usersOf(room.members, 'moderator'),
    };
  }

  override withoutMembers(room: RoomRecord): Omit<WireChannel, 'subscribers' | 'moderators'> {
    return {
      type: this.name,
      id: room.id,
      created_at: room.createdAt.toISOString(),
      updated_at: room.updatedAt.toISOString(),
      property: { preferences: room.preferences },
      member_count: room.memberCount,
      last_seq: room.lastSeq,
      reactions: room.reactions,
      name: room.name,
      description: room.description,
      avatar: room.avatar,
      creator: room.creator,
      max_subscribers: room.maxMembers ?? USUAL_MAX_SUBSCRIBERS,
      is_public: room.isPublic,
      posting: room.posting,
      ...wireRules(room),
    };
  }

  override entry(room: ListedRoom, conversation: Conversation): Restrictable<RoomListEntry> {
    return {
      type: this.name,
      id: room.id,
      created_at: room.createdAt.toISOString(),
      updated_at: room.updatedAt.toISOString(),
      property: { preferences: room.preferences },
      member_count: room.memberCount,
      last_seq: room.lastSeq,
      reactions: room.reactions,
      name: room.name,
      description: room.description,
      avatar: room.avatar,
      creator: room.creator,
      max_subscribers: room.maxMembers ?? USUAL_MAX_SUBSCRIBERS,
      is_public: room.isPublic,
      posting: room.posting,
      ...wireRules(room),
      last_message: conversation.lastMessage,
      unread_count: conversation.unreadCount,
      unread_mentions: conversation.unreadMentions,
      last_read_seq: conversation.lastReadSeq,
      favourite: conversation.isFavourite,
      archived: conversation.isArchived,
      marked_unread_seq: conversation.markedUnreadSeq,
      notify: conversation.notify,
    };
  }
}

const namedIn = ({ subscribers = [], participants = [] }: ChannelRequest): readonly number[] => [
  ...subscribers,
  ...participants,
];

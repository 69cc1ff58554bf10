import type { GroupChat as WireGroupChat, RoomListEntry } from '@parley/protocol';
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
import { REACTION_MODES } from '../room.settings.js';
import type { NewRoomSettings, ReactionMode } from '../room.settings.js';
import { RoomType } from './room-type.js';

/** Of a room that has no maximum of its own. */
const USUAL_MAX_PARTICIPANTS = 100;

class GroupChatFields {
  @Optional()
  @WebUrl()
  avatar?: string | null;

  @Option()
  join_approval_required?: boolean;

  @Option()
  group_locked?: boolean;

  @MemberCap()
  max_participants?: number;

  /** How many reactions to a message a member may have: `one` or `many`; by default as the deployment says. */
  @Optional({ nullable: false })
  @Choice(REACTION_MODES)
  reactions?: ReactionMode;

  @Optional({ nullable: false })
  @StrictObject(() => RoomProperty)
  property?: RoomProperty;
}

class GroupChatRequest extends RoomCreateRequest {
  @RoomName()
  name!: string;

  @FirstMembers()
  participants?: number[];

  @RoomDescription()
  description?: string;

  @Optional({ nullable: false })
  @StrictObject(() => GroupChatFields)
  extra_fields?: GroupChatFields;
}

/** A room in which all members may post unless it is locked, led by admins. */
export class GroupChat extends RoomType<GroupChatRequest> {
  readonly name = 'GroupChat';
  readonly request = GroupChatRequest;
  readonly leader = 'admin';
  readonly permissions = ['can_add_new_participants', 'can_remove_participants', 'can_pin_messages'];
  readonly settings = [
    'name',
    'description',
    'avatar',
    'avatar_upload_id',
    'group_locked',
    'join_approval_required',
    'max_participants',
    'property',
    'reactions',
    ...RULES,
  ] as const;

  override draft(request: GroupChatRequest, creatorId: number, defaults: NewRoomSettings): RoomDraft {
    const fields = request.extra_fields ?? {};
    const most = fields.max_participants ?? defaults.mostParticipants;
    return {
      type: this.name,
      name: request.name,
      description: request.description ?? '',
      avatar: fields.avatar ?? null,
      creatorId,
      pairKey: null,
      maxMembers: most,
      joinApprovalRequired: fields.join_approval_required ?? false,
      groupLocked: fields.group_locked ?? false,
      isPublic: false,
      posting: 'moderators',
      reactions: fields.reactions ?? defaults.reactions,
      ...NO_RULES,
      preferences: preferencesOf(fields),
      memberships: firstMemberships({ userId: creatorId, role: 'admin' }, request.participants ?? [], {
        field: 'participants',
        most,
      }),
    };
  }

  override view(room: RoomRecord): WireGroupChat {
    return {
      ...this.withoutMembers(room),
      participants: usersOf(room.members),
      admins: usersOf(room.members, 'admin'),
    };
  }

  override withoutMembers(room: RoomRecord): Omit<WireGroupChat, 'participants' | 'admins'> {
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
      max_participants: room.maxMembers ?? USUAL_MAX_PARTICIPANTS,
      join_approval_required: room.joinApprovalRequired,
      group_locked: room.groupLocked,
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
      max_participants: room.maxMembers ?? USUAL_MAX_PARTICIPANTS,
      join_approval_required: room.joinApprovalRequired,
      group_locked: room.groupLocked,
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

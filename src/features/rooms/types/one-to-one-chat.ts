import { invalid } from '@parley/protocol';
import type { OneToOneChat as WireOneToOneChat, RoomListEntry } from '@parley/protocol';
import { UserIds } from '@parley/realtime/requests';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { pairKeyOf } from '../room-pairs.repository.js';
import { RoomCreateRequest, usersOf } from './room-fields.js';
import { NO_RULES } from '../rules/room-rules.js';
import type { Conversation, ListedRoom, RoomDraft, RoomRecord } from './room-record.js';
import type { NewRoomSettings } from '../room.settings.js';
import { RoomType } from './room-type.js';

class OneToOneChatRequest extends RoomCreateRequest {
  /** The id of the other user. */
  @UserIds({ most: 2 })
  participants!: number[];
}

/** Exactly two users; one room per pair, also if both create it or one does so repeatedly. */
export class OneToOneChat extends RoomType<OneToOneChatRequest> {
  readonly name = 'OneToOneChat';
  readonly request = OneToOneChatRequest;
  readonly leader = null;
  readonly permissions = [];
  readonly settings = ['property'] as const;
  override readonly isDeletedByEach = true;

  override draft({ participants }: OneToOneChatRequest, creatorId: number, defaults: NewRoomSettings): RoomDraft {
    const [other, ...more] = new Set(participants.filter((id) => id !== creatorId));
    if (other === undefined || more.length > 0) {
      throw invalid({ participants: ['Must name one other user.'] });
    }
    return {
      type: this.name,
      name: '',
      description: '',
      avatar: null,
      creatorId,
      pairKey: pairKeyOf(creatorId, other),
      maxMembers: 2,
      joinApprovalRequired: false,
      groupLocked: false,
      isPublic: false,
      posting: 'moderators',
      reactions: defaults.reactions,
      ...NO_RULES,
      preferences: {},
      memberships: [
        { userId: creatorId, role: 'member' },
        { userId: other, role: 'member' },
      ],
    };
  }

  override view(room: RoomRecord): WireOneToOneChat {
    return {
      ...this.withoutMembers(room),
      participants: usersOf(room.members),
    };
  }

  override withoutMembers(room: RoomRecord): Omit<WireOneToOneChat, 'participants'> {
    return {
      type: this.name,
      id: room.id,
      created_at: room.createdAt.toISOString(),
      updated_at: room.updatedAt.toISOString(),
      property: { preferences: room.preferences },
      member_count: room.memberCount,
      last_seq: room.lastSeq,
      reactions: room.reactions,
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
      peer: room.peer,
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

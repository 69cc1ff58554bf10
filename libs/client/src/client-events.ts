import type {
  ChannelPage,
  DoNotDisturb,
  HeldMessage,
  InvitationPage,
  InvitedRoom,
  JoinRequestPage,
  MailNotices,
  MemberPage,
  Message,
  MessageEdited,
  MessagePage,
  MessagePart,
  MessagePinned,
  MessagePreviews,
  MessagesDeleted,
  NotifyLevel,
  OwnSettings,
  PinPage,
  PollUpdate,
  Preferences,
  Presence,
  Profile,
  ProfileList,
  ProfilePage,
  ReactionChange,
  Room,
  RoomArchived,
  RoomFavourite,
  RoomInvitation,
  RoomListEntry,
  RoomNoticePage,
  RoomNotify,
  SearchPage,
  ServerEvents,
  ThreadFollow,
  ThreadListEntry,
  ThreadPage,
  UnreadMark,
  UserNotify,
} from '@parley/protocol';

import type { ModerationEvents } from './conversations/moderation-events.js';
import type { Exchange, MaybeInRoom, RoomTarget } from './frames.js';
import type { PrivateEvents } from './private-state/private-events.js';
import type { RoomChanges, SettingsChanges } from './setting-changes.js';

/** A message, and its room if the request names it. */
interface MessageTarget extends MaybeInRoom {
  readonly message_id: string;
}

interface ListPage {
  readonly limit?: number;
  readonly cursor?: string;
}

/** A thread is named by the message that starts it. */
type ThreadTarget = MaybeInRoom & { readonly thread_id: string };

interface NamedRoom {
  readonly name: string;
  readonly description?: string;
}

interface RoomProperty {
  readonly property?: { readonly preferences: Preferences };
}

/** A room to create, by its type. */
export type NewRoom =
  | { readonly type: 'OneToOneChat'; readonly participants: readonly [number] }
  | (NamedRoom & {
      readonly type: 'GroupChat';
      readonly participants?: readonly number[];
      readonly extra_fields?: RoomProperty & {
        readonly avatar?: string | null;
        readonly reactions?: 'one' | 'many';
        readonly join_approval_required?: boolean;
        readonly group_locked?: boolean;
        readonly max_participants?: number;
      };
    })
  | (NamedRoom & {
      readonly type: 'Channel';
      readonly subscribers?: readonly number[];
      readonly extra_fields?: RoomProperty & {
        readonly avatar?: string | null;
        readonly reactions?: 'one' | 'many';
        readonly is_public?: boolean;
        readonly posting?: 'everyone' | 'moderators';
        readonly max_subscribers?: number;
      };
    });

export type RoleAction = 'add_admin' | 'remove_admin' | 'add_moderator' | 'remove_moderator';

export type Permission =
  | 'can_add_new_participants'
  | 'can_remove_participants'
  | 'can_pin_messages'
  | 'can_add_new_subscribers'
  | 'can_remove_subscribers'
  | 'can_send_messages';

type RoomModification =
  | { readonly action: 'update'; readonly data: RoomChanges }
  | { readonly action: RoleAction; readonly data: { readonly users: readonly number[] } }
  | {
      readonly action: 'add_permission' | 'remove_permission';
      readonly data: { readonly users: readonly number[]; readonly permission: readonly Permission[] };
    }
  | { readonly action: 'delete' };

/** At least one of them. */
interface MessageEdit {
  readonly content?: string | undefined;
  readonly mentions?: readonly number[];
  readonly mention_room?: boolean | undefined;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

type MessageModification = MaybeInRoom &
  (
    | { readonly action: 'update'; readonly message_id: string; readonly extra_fields: MessageEdit }
    | { readonly action: 'delete'; readonly message_id: string | readonly string[] }
  );

export type HistoryPage =
  | { readonly page?: number; readonly size?: number }
  | { readonly before_seq: number; readonly limit?: number }
  | { readonly after_seq: number; readonly limit?: number };

/** The request and the answer of each client event, by name. docs/events.md describes them. */
export interface ClientEvents extends ModerationEvents, PrivateEvents {
  'user.find': Exchange<{ readonly username: string }, Profile>;
  'user.info': Exchange<{ readonly user_ids: readonly number[] }, ProfileList>;
  'user.search': Exchange<{ readonly query: string; readonly limit?: number; readonly cursor?: string }, ProfilePage>;
  'channel.search': Exchange<ListPage & { readonly query?: string }, ChannelPage>;
  'room.preview': Exchange<RoomTarget, InvitedRoom>;
  'user.update': Exchange<SettingsChanges, OwnSettings>;
  'room.create': Exchange<NewRoom, Room>;
  'room.info': Exchange<RoomTarget, Room>;
  'room.join': Exchange<RoomTarget, ServerEvents['roomaddmembers.dispatch'] | ServerEvents['joinrequest.dispatch']>;
  'room.add_members': Exchange<
    RoomTarget & { readonly members: readonly number[] },
    ServerEvents['roomaddmembers.dispatch']
  >;
  'room.remove_members': Exchange<
    RoomTarget & { readonly members: readonly number[] },
    ServerEvents['roomremovemembers.dispatch']
  >;
  'room.members': Exchange<
    RoomTarget & { readonly list?: 'members' | 'join_requests'; readonly limit?: number; readonly cursor?: string },
    MemberPage | JoinRequestPage
  >;
  'room.review_join': Exchange<
    RoomTarget & { readonly user_id: number; readonly decision: 'approve' | 'deny' },
    ServerEvents['roomaddmembers.dispatch'] | ServerEvents['joinrequest.dispatch']
  >;
  'room.invite': Exchange<RoomTarget & { readonly user_ids: readonly number[] }, readonly RoomInvitation[]>;
  'room.withdraw_invite': Exchange<RoomTarget & { readonly user_ids: readonly number[] }, readonly RoomInvitation[]>;
  'room.answer_invite': Exchange<
    RoomTarget & { readonly accept: boolean },
    ServerEvents['roomaddmembers.dispatch'] | RoomInvitation
  >;
  'room.invites': Exchange<{ readonly limit?: number; readonly before?: string }, InvitationPage>;
  'room.leave': Exchange<RoomTarget, ServerEvents['roomexit.dispatch'] | ServerEvents['roomdelete.dispatch']>;
  'room.modify': Exchange<RoomTarget & RoomModification, Room | ServerEvents['roomdelete.dispatch']>;
  'room.list': Exchange<ListPage & { readonly archived?: boolean }, readonly RoomListEntry[]>;
  'room.favourite': Exchange<RoomTarget & { readonly favourite: boolean }, RoomFavourite>;
  'room.archive': Exchange<RoomTarget & { readonly archived: boolean }, RoomArchived>;
  'room.mark_unread': Exchange<RoomTarget & { readonly from_seq: number }, UnreadMark>;
  'room.messages': Exchange<
    RoomTarget & { readonly paginate?: HistoryPage; readonly include_threads?: boolean },
    MessagePage
  >;
  'thread.messages': Exchange<
    ThreadTarget & { readonly before_seq?: number; readonly after_seq?: number; readonly limit?: number },
    ThreadPage
  >;
  'thread.follow': Exchange<ThreadTarget & { readonly follow: boolean }, ThreadFollow>;
  'thread.list': Exchange<ListPage & { readonly unread_only?: boolean }, readonly ThreadListEntry[]>;
  'member.nickname': Exchange<
    RoomTarget & { readonly nickname: string; readonly user_id?: number },
    ServerEvents['membernickname.dispatch']
  >;
  'room.notify': Exchange<
    RoomTarget & { readonly level?: NotifyLevel | null; readonly muted_until?: string | null },
    RoomNotify
  >;
  'user.notify': Exchange<
    {
      readonly level?: NotifyLevel;
      readonly do_not_disturb?: DoNotDisturb | null;
      readonly mail?: MailNotices | null;
    },
    UserNotify
  >;
  'message.send': Exchange<
    RoomTarget & {
      readonly content: string;
      readonly client_message_id?: string;
      readonly extra_fields?: Readonly<Record<string, unknown>>;
    },
    Message | HeldMessage
  >;
  'message.acknowledged': Exchange<
    MaybeInRoom & { readonly message_id: string | readonly string[] },
    readonly Message[]
  >;
  'message.read': Exchange<
    | (MaybeInRoom & { readonly message_id: string | readonly string[] })
    | (RoomTarget & { readonly up_to_seq: number })
    | (ThreadTarget & { readonly up_to_seq: number }),
    Message | readonly Message[]
  >;
  'message.react': Exchange<
    MaybeInRoom & { readonly type: 'add' | 'remove'; readonly message_id: string; readonly reaction_content: string },
    ReactionChange
  >;
  'room.notices': Exchange<
    RoomTarget & { readonly after?: number; readonly before?: number; readonly limit?: number },
    RoomNoticePage
  >;
  'room.pins': Exchange<RoomTarget & { readonly limit?: number; readonly cursor?: string }, PinPage>;
  'message.pin': Exchange<MessageTarget & { readonly pinned: boolean }, MessagePinned>;
  'message.remove_preview': Exchange<MessageTarget & { readonly url: string }, MessagePreviews>;
  'poll.vote': Exchange<MessageTarget & { readonly options: readonly number[] }, PollUpdate>;
  'poll.close': Exchange<MessageTarget, PollUpdate>;
  'message.search': Exchange<
    {
      readonly query?: string | undefined;
      readonly room_id?: string | undefined;
      readonly from_user_id?: number | undefined;
      readonly since?: string | undefined;
      readonly until?: string | undefined;
      readonly has?: readonly MessagePart[] | undefined;
      readonly before?: string | undefined;
      readonly limit?: number | undefined;
    },
    SearchPage
  >;
  'message.typing': Exchange<RoomTarget, ServerEvents['messagetyping.dispatch']>;
  'message.modify': Exchange<MessageModification, MessageEdited | MessagesDeleted | HeldMessage>;
  'notification.acknowledge': Exchange<
    MaybeInRoom & { readonly notification_id: string | readonly string[] },
    ServerEvents['notificationacknowledge.dispatch']
  >;
  'session.authenticate': Exchange<{ readonly token: string }, ServerEvents['sessionauthenticate.dispatch']>;
  'session.list': Exchange<Readonly<Record<string, never>>, ServerEvents['sessionlist.dispatch']>;
  'session.close': Exchange<{ readonly session_id: string }, ServerEvents['sessionclose.dispatch']>;
  'presence.subscribe': Exchange<{ readonly user_ids: readonly number[] }, readonly Presence[]>;
}

/** Sends a request over the current connection. @throws ParleyError */
export type Ask = <Name extends keyof ClientEvents>(
  eventType: Name,
  data: ClientEvents[Name]['data'],
) => Promise<ClientEvents[Name]['answer']>;

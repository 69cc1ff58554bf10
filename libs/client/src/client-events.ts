import type {
  JoinRequestPage,
  MemberPage,
  Message,
  MessageEdited,
  MessagePage,
  MessagesDeleted,
  Preferences,
  Presence,
  ReactionChange,
  Room,
  RoomListEntry,
  SearchPage,
  ServerEvents,
  ServerFrame,
  User,
} from '@parley/protocol';

interface Asked<Data, Answer> {
  readonly data: Data;
  readonly answer: ServerFrame<Answer>;
}

interface OfRoom {
  readonly room_id: string;
}

export interface NewAttachment {
  readonly media_url: string;
  readonly media_type: 'image' | 'video' | 'audio' | 'file';
  readonly mime_type: string;
  /** Bytes. */
  readonly file_size?: number;
  readonly caption?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

interface Described {
  readonly name: string;
  readonly description?: string;
}

interface RoomProperty {
  readonly property?: { readonly preferences: Preferences };
}

/** Which of the three it is to be, with its members. */
export type NewRoom =
  | { readonly type: 'OneToOneChat'; readonly participants: readonly [number] }
  | (Described & {
      readonly type: 'GroupChat';
      readonly participants?: readonly number[];
      readonly extra_fields?: RoomProperty & {
        readonly avatar?: string | null;
        readonly join_approval_required?: boolean;
        readonly group_locked?: boolean;
        readonly max_participants?: number;
      };
    })
  | (Described & {
      readonly type: 'Channel';
      readonly subscribers?: readonly number[];
      readonly extra_fields?: RoomProperty & {
        readonly avatar?: string | null;
        readonly is_public?: boolean;
        readonly max_subscribers?: number;
      };
    });

/** What may be changed of a room; which of these depends on its type: docs/events.md. */
export interface RoomChanges extends RoomProperty {
  readonly name?: string;
  readonly description?: string;
  readonly avatar?: string | null;
  readonly group_locked?: boolean;
  readonly join_approval_required?: boolean;
  readonly max_participants?: number;
  readonly is_public?: boolean;
  readonly max_subscribers?: number;
}

export type RoleAction = 'add_admin' | 'remove_admin' | 'add_moderator' | 'remove_moderator';

export type Permission =
  | 'can_add_new_participants'
  | 'can_remove_participants'
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

type MessageModification =
  | { readonly action: 'update'; readonly message_id: string; readonly extra_fields: { readonly content: string } }
  | { readonly action: 'delete'; readonly message_id: string | readonly string[] };

type HistoryPage =
  | { readonly page?: number; readonly size?: number }
  | { readonly before_seq: number; readonly limit?: number }
  | { readonly after_seq: number; readonly limit?: number };

/** What can be asked, by name: what is sent, and what it is answered with. docs/events.md tells of each. */
export interface ClientEvents {
  'user.find': Asked<{ readonly username: string }, User>;
  'room.create': Asked<NewRoom, Room>;
  'room.info': Asked<OfRoom, Room>;
  'room.join': Asked<OfRoom, ServerEvents['roomaddmembers.dispatch'] | ServerEvents['joinrequest.dispatch']>;
  'room.add_members': Asked<OfRoom & { readonly members: readonly number[] }, ServerEvents['roomaddmembers.dispatch']>;
  'room.remove_members': Asked<
    OfRoom & { readonly members: readonly number[] },
    ServerEvents['roomremovemembers.dispatch']
  >;
  'room.members': Asked<
    OfRoom & { readonly list?: 'members' | 'join_requests'; readonly limit?: number; readonly cursor?: string },
    MemberPage | JoinRequestPage
  >;
  'room.review_join': Asked<
    OfRoom & { readonly user_id: number; readonly decision: 'approve' | 'deny' },
    ServerEvents['roomaddmembers.dispatch'] | ServerEvents['joinrequest.dispatch']
  >;
  'room.leave': Asked<OfRoom, ServerEvents['roomexit.dispatch'] | ServerEvents['roomdelete.dispatch']>;
  'room.modify': Asked<OfRoom & RoomModification, Room | ServerEvents['roomdelete.dispatch']>;
  'room.list': Asked<{ readonly limit?: number; readonly cursor?: string }, readonly RoomListEntry[]>;
  'room.messages': Asked<OfRoom & { readonly paginate?: HistoryPage }, MessagePage>;
  'message.send': Asked<
    OfRoom & {
      readonly content: string;
      readonly client_message_id?: string;
      readonly extra_fields?: Readonly<Record<string, unknown>>;
    },
    Message
  >;
  'message.acknowledged': Asked<{ readonly message_id: string | readonly string[] }, readonly Message[]>;
  'message.read': Asked<
    { readonly message_id: string | readonly string[] } | (OfRoom & { readonly up_to_seq: number }),
    Message | readonly Message[]
  >;
  'message.react': Asked<
    { readonly type: 'add' | 'remove'; readonly message_id: string; readonly reaction_content: string },
    ReactionChange
  >;
  'message.search': Asked<
    {
      readonly query: string;
      readonly room_id?: string | undefined;
      readonly before?: string | undefined;
      readonly limit?: number | undefined;
    },
    SearchPage
  >;
  'message.typing': Asked<OfRoom, ServerEvents['messagetyping.dispatch']>;
  'message.modify': Asked<MessageModification, MessageEdited | MessagesDeleted>;
  'notification.acknowledge': Asked<
    { readonly notification_id: string | readonly string[] },
    ServerEvents['notificationacknowledge.dispatch']
  >;
  'session.authenticate': Asked<{ readonly token: string }, ServerEvents['sessionauthenticate.dispatch']>;
  'presence.subscribe': Asked<{ readonly user_ids: readonly number[] }, readonly Presence[]>;
}

/** Asks by the one line that there is. @throws ParleyError */
export type Ask = <Name extends keyof ClientEvents>(
  eventType: Name,
  data: ClientEvents[Name]['data'],
) => Promise<ClientEvents[Name]['answer']>;

import type { ServerFrame } from './envelope.js';
import type {
  JoinRequestPage,
  MemberPage,
  Message,
  MessagePage,
  Notification,
  Room,
  RoomListEntry,
  SearchPage,
  SyncedRoom,
  User,
} from './objects.js';

/** What the server says, by name: the `data` of each event. */
export interface ServerEvents {
  /** The first frame of every connection: what waits for the user, by room. */
  'chat.notifications': Readonly<Record<string, readonly Notification[]>>;

  /** To whoever has asked who has a username. */
  'userfind.dispatch': User;

  'roomcreate.dispatch': Room;
  'roomlist.dispatch': readonly RoomListEntry[];
  'roominfo.dispatch': Room;
  'roommembers.dispatch': MemberPage;
  'roomupdate.dispatch': Room;
  'roomdelete.dispatch': { readonly room_id: string };
  'roomaddmembers.dispatch': MembersAdded;
  'roomremovemembers.dispatch': MembersRemoved;
  /** To whoever is no member any more. */
  'roomexit.dispatch': { readonly room: Room; readonly message: string };
  /** To the admins of a group, and to whoever asks to be let in: that they ask, and what has become of it. */
  'joinrequest.dispatch': JoinRequest;
  /** To an admin of a group who asks who is waiting. */
  'joinrequests.dispatch': JoinRequestPage;

  'roommessages.dispatch': MessagePage;
  /** To whoever has searched for words. */
  'messagesearch.dispatch': SearchPage;
  'message.dispatch': Message;
  'messagedelivered.dispatch': readonly Message[];
  /** A message where one was named, a list where a list was. */
  'readreceipt.dispatch': Message | readonly Message[];
  'reaction.dispatch': ReactionChange;
  'messagetyping.dispatch': Typing;
  'messagemodification.dispatch': MessageEdited | MessagesDeleted;

  /** The ids that wait no more, whether or not they did before. */
  'notificationacknowledge.dispatch': { readonly notification_id: readonly string[] };

  /** To whoever has asked to be told: how these users stand, first all that are asked after, then those who change. */
  'presence.dispatch': readonly Presence[];

  /** To whoever has given another token: until when it keeps the socket open. */
  'sessionauthenticate.dispatch': { readonly expires_at: string };

  /** What a client misses, in pages. */
  'sessionsync.dispatch': SyncPage;
}

export interface MembersAdded {
  readonly room: Room;
  /** Usernames. */
  readonly new_members: readonly string[];
  /** A username, or `self` for somebody who joined. */
  readonly added_by: string;
}

export interface MembersRemoved {
  readonly room: Room;
  /** Usernames. */
  readonly removed_members: readonly string[];
  /** A username, or `self` for somebody who left. */
  readonly removed_by: string;
}

export interface JoinRequest {
  readonly room_id: string;
  readonly user: User;
  readonly status: 'pending' | 'approved' | 'denied';
}

export interface ReactionChange {
  readonly status: 'successful';
  readonly type: 'add' | 'remove';
  readonly message: Message;
}

export interface Typing {
  readonly username: string;
  readonly user_id: number;
  readonly room_id: string;
  /** Seconds after which the typing is over, unless it is told again. */
  readonly expires_in: number;
}

/** `away`: connected, and without a heartbeat for some time on each connection. */
export type PresenceStatus = 'online' | 'away' | 'offline';

export interface Presence {
  readonly user_id: number;
  readonly status: PresenceStatus;
  /** The last sign of life, to within some seconds; null: none yet. */
  readonly last_seen: string | null;
}

export interface MessageEdited {
  readonly status: 'successful';
  readonly action: 'update';
  readonly message: Message;
}

export interface MessagesDeleted {
  readonly status: 'successful';
  readonly action: 'delete';
  readonly message_ids: readonly string[];
}

export interface SyncPage {
  /** Whether this is the last page. */
  readonly complete: boolean;
  /** In the order of their ids, over all pages. */
  readonly rooms: readonly SyncedRoom[];
  /** The rooms that the client named and that the user is not in: each once, on the page that finds it so. */
  readonly left: readonly string[];
}

export type ServerEventName = keyof ServerEvents;

/** A frame of the server whose `data` is that of its event. */
export type ServerEvent<Name extends ServerEventName = ServerEventName> = {
  [Each in Name]: ServerFrame<ServerEvents[Each]> & { readonly eventType: Each };
}[Name];

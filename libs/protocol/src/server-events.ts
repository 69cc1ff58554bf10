import type { ServerFrame } from './envelope.js';
import type { HeldDecision, HeldMessage, HeldPage } from './held-messages.js';
import type { MessagePage, PinPage, SearchPage } from './message-lists.js';
import type {
  AddPolicy,
  DeploymentRole,
  Attachment,
  JoinRequestPage,
  LinkPreview,
  MemberPage,
  Message,
  Notification,
  Poll,
  Profile,
  Room,
  RoomListEntry,
  RoomWithoutMembers,
  ShortMessage,
  SyncedRoom,
  User,
} from './objects.js';
import type {
  ChannelPage,
  InvitationPage,
  InvitedRoom,
  ProfileList,
  ProfilePage,
  RoomInvitation,
  Session,
} from './people.js';
import type { HeldReport, Report, ReportState } from './reports.js';
import type { RestrictionChange, RestrictionPage } from './restrictions.js';
import type { RoomNoticePage } from './room-notices.js';
import type { ChangedThread, ThreadListEntry, ThreadPage } from './threads.js';
import type {
  ComposerDraft,
  PrivateState,
  RoomArchived,
  RoomFavourite,
  RoomNotify,
  SavedMessage,
  SavedPage,
  ScheduleCancel,
  ScheduledMessage,
  ScheduleEnd,
  SchedulePage,
  ThreadFollow,
  UnreadMark,
  UserBlock,
  UserBlockPage,
  UserNotify,
} from './private-state.js';

/** The `data` of each server event, by event name. */
export interface ServerEvents {
  /** The first frame of every connection: the pending notifications by room. */
  'chat.notifications': Readonly<Record<string, readonly Notification[]>>;

  /** The answer to a search for a username. */
  'userfind.dispatch': Profile;

  /** The answer to a request for users who share a room with the requester. */
  'userinfo.dispatch': ProfileList;
  /** The answer to a search for users. */
  'usersearch.dispatch': ProfilePage;

  /**
   * To the connections of the user: the profile and the settings. To those of users who share a room with the user: the
   * profile.
   */
  'userupdate.dispatch': UserUpdate;

  'roomcreate.dispatch': Room;
  'roomlist.dispatch': readonly RoomListEntry[];
  /** To the user alone, as all changes of the private state. */
  'roomfavourite.dispatch': RoomFavourite;
  'roomarchive.dispatch': RoomArchived;
  'roommarkunread.dispatch': UnreadMark;
  'roomnotify.dispatch': RoomNotify;
  'usernotify.dispatch': UserNotify;
  'userblock.dispatch': UserBlock;
  'userblocks.dispatch': UserBlockPage;
  'messagesave.dispatch': SavedMessage;
  'savedlist.dispatch': SavedPage;
  'draft.dispatch': ComposerDraft;
  /** A scheduled message, or that it was sent. */
  'messageschedule.dispatch': ScheduledMessage | ScheduleEnd;
  'schedulecancel.dispatch': ScheduleCancel;
  'schedulelist.dispatch': SchedulePage;
  'roominfo.dispatch': Room;
  'roommembers.dispatch': MemberPage;
  'roomnotices.dispatch': RoomNoticePage;
  /** A room as users see it who may join it or ask to. */
  'roompreview.dispatch': InvitedRoom;
  /** The answer to a search for public Channels. */
  'channelsearch.dispatch': ChannelPage;
  /** With the member lists if roles have changed. */
  'roomupdate.dispatch': Room | RoomWithoutMembers;
  'roomdelete.dispatch': { readonly room_id: string };
  'roomaddmembers.dispatch': MembersAdded;
  'roomremovemembers.dispatch': MembersRemoved;
  /** To the room: the nickname of a member, or that it was removed. */
  'membernickname.dispatch': MemberNickname;
  /** To a user who is no longer a member. */
  'roomexit.dispatch': { readonly room: Room; readonly message: string };
  /** To the admins of a group and the requesting user: a new join request, or the decision about one. */
  'joinrequest.dispatch': JoinRequest;
  /** The answer to an admin's request for the pending join requests of a group. */
  'joinrequests.dispatch': JoinRequestPage;

  /**
   * To an invited user: the invitation, pending or withdrawn. To the user who invited or withdrew: a list of those that
   * the request has made or ended.
   */
  'roominvite.dispatch': RoomInvitation | readonly RoomInvitation[];
  /** To the invited user's own connections: the answer to an invitation. */
  'roomanswerinvite.dispatch': RoomInvitation;
  /** A user is restricted in a room, or no longer is: to its members, and the reason to leaders and the user alone. */
  'roomrestrict.dispatch': RestrictionChange;
  /** The answer to a request for the restrictions in a room. */
  'roomrestrictions.dispatch': RestrictionPage;

  /** The answer to a request for the user's pending invitations. */
  'roominvites.dispatch': InvitationPage;

  'roommessages.dispatch': MessagePage;
  /** The answer to a request for the messages of a thread. */
  'threadmessages.dispatch': ThreadPage;
  /** The answer to a request for the threads that the user follows, the latest reply first. */
  'threadlist.dispatch': readonly ThreadListEntry[];
  /** To the user alone, as all changes of the private state. */
  'threadfollow.dispatch': ThreadFollow;
  /** The answer to a search for messages. */
  'messagesearch.dispatch': SearchPage;
  'message.dispatch': Message;
  /** To the sender and the leaders of the room: a message or an edit that a moderator has to allow first. */
  'messageheld.dispatch': HeldMessage;
  /** To the sender and the leaders of the room: a held message or edit was allowed or rejected. */
  'messagerelease.dispatch': HeldDecision;
  /** The answer to a request for the held messages of a room. */
  'heldlist.dispatch': HeldPage;
  'messagedelivered.dispatch': readonly ShortMessage[];
  /** One message when the request named one, a list when it named a list. */
  'readreceipt.dispatch': ShortMessage | readonly ShortMessage[];
  'reaction.dispatch': ReactionChange;
  'messagepin.dispatch': MessagePinned;
  /** The answer to a request for the pinned messages of a room. */
  'roompins.dispatch': PinPage;
  /** Previews of links were added to a message, or one was removed. */
  'messagepreview.dispatch': MessagePreviews;
  'pollupdate.dispatch': PollUpdate;
  /** A file of a message was scanned: it can be read now, or is blocked. */
  'attachment.dispatch': AttachmentUpdate;
  'messagetyping.dispatch': Typing;
  'messagemodification.dispatch': MessageEdited | MessagesDeleted;

  /**
   * To the user of a notification that is made while the user is connected. It stays pending until it is acknowledged.
   */
  'notification.dispatch': Notification;
  /** The ids that are not pending any more, whether or not they were before. */
  'notificationacknowledge.dispatch': { readonly notification_id: readonly string[] };

  /** To a subscriber: the presence of all watched users first, later of those that change. */
  'presence.dispatch': readonly Presence[];

  /** The answer to a request for the user's own sessions, the newest activity first. */
  'sessionlist.dispatch': { readonly sessions: readonly Session[] };

  /** The answer to a request that ends one of them. */
  'sessionclose.dispatch': { readonly session_id: string };

  /** The answer to a new token: the time until which it keeps the connection open. */
  'sessionauthenticate.dispatch': { readonly expires_at: string };

  /** The answer to a report. */
  'messagereport.dispatch': { readonly report_id: string; readonly state: ReportState };

  /**
   * To moderators, and leaders of the room: a report, when it is made and when it is resolved. To moderators: what is
   * held.
   */
  'report.dispatch': Report | HeldReport;

  /** A page of reports, the newest first. */
  'reportlist.dispatch': { readonly reports: readonly Report[]; readonly next_cursor: string | null };

  /** The changes that a client missed, in pages. */
  'sessionsync.dispatch': SyncPage;
}

/** The settings that only their user sees. */
export interface OwnSettings {
  readonly user: Profile;
  readonly add_policy: AddPolicy;
  /** Of a moderator or an administrator of the deployment; absent for all others. */
  readonly role?: Exclude<DeploymentRole, 'user'>;
  /** Of mails, as a code such as `de`; null: none is chosen. */
  readonly language: string | null;
}

/** {@link OwnSettings}, or only the profile if it is of another user. */
export type UserUpdate = OwnSettings | Pick<OwnSettings, 'user'>;

export interface MembersAdded {
  readonly room: Room;
  /** Usernames. */
  readonly new_members: readonly string[];
  /** A username, or `self` for a user who joined. */
  readonly added_by: string;
  /** The number of new members, if `new_members` does not list all of them. */
  readonly count?: number;
  /** Of the members whom the same change removed; absent: it removed nobody. */
  readonly removed_members?: readonly string[];
  /** The number of removed members, if `removed_members` does not list all of them. */
  readonly removed_count?: number;
  /** The new roles of members, by their usernames; absent: none has changed. */
  readonly roles?: MemberRoles;
}

/** Of as many members as a frame lists. The room names its leaders. */
export type MemberRoles = Readonly<Record<string, 'admin' | 'moderator' | 'member'>>;

export interface MembersRemoved {
  readonly room: Room;
  /** Usernames. */
  readonly removed_members: readonly string[];
  /** A username, or `self` for a user who left. */
  readonly removed_by: string;
  /** The number of removed members, if `removed_members` does not list all of them. */
  readonly count?: number;
  /** The new roles of members by the same change, by their usernames; absent: none has changed. */
  readonly roles?: MemberRoles;
}

export interface MemberNickname {
  readonly room_id: string;
  readonly user: User;
  /** Null: the member has none any more. */
  readonly nickname: string | null;
  /** The member, or the leader who removed it; null: the user was deleted. */
  readonly by: User | null;
}

export interface JoinRequest {
  readonly room_id: string;
  readonly user: User;
  readonly status: 'pending' | 'approved' | 'denied';
}

export interface ReactionChange {
  readonly status: 'successful';
  readonly type: 'add' | 'remove';
  /** The user who reacted; null if the frame was rebuilt from a record that does not name the user. */
  readonly user_id: number | null;
  readonly message: ShortMessage;
}

export interface MessagePinned {
  readonly message: ShortMessage;
  /** Whether the message is pinned now. */
  readonly pinned: boolean;
}

export interface PollUpdate {
  readonly message_id: string;
  readonly poll: Poll;
}

export interface AttachmentUpdate {
  readonly message_id: string;
  readonly attachment: Attachment;
}

/** All previews that a message shows now. */
export interface MessagePreviews {
  readonly message_id: string;
  readonly link_previews: readonly LinkPreview[];
}

export interface Typing {
  readonly username: string;
  readonly user_id: number;
  readonly room_id: string;
  /** Seconds after which the typing state ends, unless it is renewed. */
  readonly expires_in: number;
}

/** `away`: connected, but without a recent heartbeat on any connection. */
export type PresenceStatus = 'online' | 'away' | 'offline';

export interface Presence {
  readonly user_id: number;
  readonly status: PresenceStatus;
  /** The last activity, accurate to some seconds; null when there was none yet. */
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
  /** The threads of which replies were deleted; absent if there are none. */
  readonly threads?: readonly ChangedThread[];
}

export interface SyncPage {
  /** Whether this is the last page. */
  readonly complete: boolean;
  /** In the order of their ids, over all pages. */
  readonly rooms: readonly SyncedRoom[];
  /** The rooms that the client named and the user is not a member of: each once over all pages. */
  readonly left: readonly string[];
  /** A part of the private state, if the client has asked for it. */
  readonly private?: PrivateState;
  /** The changed profiles of others, if the client has asked for them. */
  readonly profiles?: ChangedProfiles;
}

/** The profiles of users who share a room with the user and have changed, as they are now. */
export interface ChangedProfiles {
  readonly users: readonly Profile[];
  /** `profiles_since` of the next sync. */
  readonly until: string;
  /** Whether changes are missing: a client reads again the profiles that it shows. */
  readonly reset: boolean;
}

export type ServerEventName = keyof ServerEvents;

/** A server frame with the `data` of its event. */
export type ServerEvent<Name extends ServerEventName = ServerEventName> = {
  [Each in Name]: ServerFrame<ServerEvents[Each]> & { readonly eventType: Each };
}[Name];

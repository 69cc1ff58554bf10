// The objects that an application receives.
export type {
  AddPolicy,
  Attachment,
  ChannelPage,
  InvitedRoom,
  JoinRequest,
  ListedChannel,
  MemberMark,
  MemberPage,
  Message,
  OwnSettings,
  PendingRequest,
  Presence,
  PresenceStatus,
  Profile,
  ProfilePage,
  Reaction,
  Room as RoomObject,
  RoomInvitation,
  RoomListEntry,
  RoomMember,
  RoomWithoutMembers,
  SearchFragment,
  SearchPage,
  SearchResult,
  Session,
  SessionConnection,
  ShortMessage,
  User,
  UserStatus,
} from '@parley/protocol';
export type { ChatEvents, Outgoing } from './chat-events.js';
export type { Ask, ClientEvents, NewRoom, Permission, RoleAction } from './client-events.js';
export { mergeMessage, mergeReceipts } from './merge-message.js';
export { mergeUser } from './merge-user.js';
export type { NewAttachment, UploadedFile } from './new-message.js';
export type { State } from './reconnecting-socket.js';
export type { ParleyOptions, Socket, SocketConstructor, Timing } from './options.js';
export { Parley } from './parley.js';
export { ParleyError } from './parley-error.js';
export type { ErrorReason } from './parley-error.js';
export { Room } from './room.js';
export type { EditOptions, HistoryOptions, RoomEvents, SendOptions } from './room.js';
export { Rooms } from './rooms.js';
export type { RoomChanges, SettingsChanges } from './setting-changes.js';
export { LocalStorage, MemoryStorage } from './storage.js';
export type { OpenedMessages, QueuedSend, Storage, StoredState } from './storage.js';

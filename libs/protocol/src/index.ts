export { CloseCode } from './close-code.js';
export type { CloseAdvice, UnauthenticatedReason } from './close-code.js';
export { MAX_REQUEST_ID_LENGTH } from './envelope.js';
export type { ClientFrame, ErrorFrame, ServerFrame, StatusFrame } from './envelope.js';
export { conflict, ErrorCode, invalid, notFound, notPermitted, Refusal, tooFast } from './errors.js';
export type { ErrorDetail } from './errors.js';
export type { HeldDecision, HeldMessage, HeldPage } from './held-messages.js';
export type { MessagePage, MessagePart, PinPage, SearchFragment, SearchPage, SearchResult } from './message-lists.js';
export { isShortNumber, isStorable, LONGEST_NUMBER, momentOf } from './stored-values.js';
export { MAX_COUNTED_REPLIES, MAX_COUNTED_UNREAD, MAX_LISTED_MEMBERS, MAX_LISTED_VOTERS } from './objects.js';
export type {
  AddPolicy,
  DeploymentRole,
  Attachment,
  Channel,
  DeletedMessage,
  GroupChat,
  JoinRequestPage,
  LinkPreview,
  MemberMark,
  MemberPage,
  MemberRole,
  Message,
  Notification,
  NotificationType,
  OneToOneChat,
  PendingRequest,
  Pin,
  Poll,
  PollOption,
  Preferences,
  Profile,
  Reaction,
  ReadReceipt,
  Room,
  RoomListEntry,
  RoomMember,
  RoomWithoutMembers,
  ShortMessage,
  SyncedRoom,
  ThreadOfReply,
  ThreadSummary,
  User,
  UserStatus,
} from './objects.js';
export type {
  ChannelPage,
  InvitationPage,
  InvitedRoom,
  ListedChannel,
  ProfileList,
  ProfilePage,
  RoomInvitation,
  Session,
  SessionConnection,
} from './people.js';
export type { NotifyChoice, NotifyLevel } from './notify-choice.js';
export type {
  CancelledSchedule,
  ComposerDraft,
  DoNotDisturb,
  GoneMessage,
  MailNotices,
  PrivateState,
  RefusedSchedule,
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
export type {
  HeldReport,
  Report,
  ReportAction,
  ReportReason,
  ReportResolution,
  ReportState,
  SeenAttachment,
  SeenMessage,
} from './reports.js';
export type { RestrictionChange, RestrictionKind, RestrictionPage, RoomRestriction } from './restrictions.js';
export { MAX_NOTICED_USERS } from './room-notices.js';
export type { RoomNotice, RoomNoticeKind, RoomNoticePage } from './room-notices.js';
export type { NotifiedSchedule, ScheduleRefusal } from './schedule-refusal.js';
export type {
  AttachmentUpdate,
  ChangedProfiles,
  JoinRequest,
  MemberRoles,
  MembersAdded,
  MembersRemoved,
  MessageEdited,
  MessagePinned,
  MessagePreviews,
  MessagesDeleted,
  OwnSettings,
  PollUpdate,
  Presence,
  PresenceStatus,
  ReactionChange,
  ServerEvent,
  ServerEventName,
  ServerEvents,
  SyncPage,
  Typing,
  UserUpdate,
} from './server-events.js';
export type { ChangedThread, ThreadListEntry, ThreadPage } from './threads.js';
export type { OpenedUpload, PendingUpload, UploadTarget } from './uploads.js';

export type {
  ComposerDraft,
  DoNotDisturb,
  MailNotices,
  NotifyChoice,
  NotifyLevel,
  PrivateState as PrivateStatePart,
  RefusedSchedule,
  RoomArchived,
  RoomFavourite,
  RoomNotify,
  SavedMessage,
  ScheduleCancel,
  ScheduledMessage,
  ScheduleRefusal,
  UnreadMark,
  UserBlock,
  UserNotify,
} from '@parley/protocol';
export { PrivateState } from './private-state.js';
export type { PrivateSnapshot } from './private-state.js';
export { Drafts } from './drafts.js';
export type { DraftPlace } from './drafts.js';
export { BlockedUsers } from './blocked-users.js';
export { ScheduledMessages } from './scheduled-messages.js';
export type { ScheduleChanges, ScheduleOptions } from './scheduled-messages.js';
export { uuid } from '../uuid.js';

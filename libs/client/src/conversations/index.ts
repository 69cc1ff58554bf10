export type {
  LinkPreview,
  MessagePart,
  MessagePreviews,
  Pin,
  PinPage,
  Poll,
  PollOption,
  PollUpdate,
  Report,
  ReportAction,
  ReportReason,
  ReportState,
  RestrictionChange,
  RestrictionKind,
  RoomNotice,
  RoomNoticeKind,
  RoomRestriction,
  ThreadListEntry,
  ThreadPage,
  ThreadSummary,
} from '@parley/protocol';
export { HistoryWindow } from './history-window.js';
export type { HistoryWindowOptions } from './history-window.js';
export { LinkPreviews } from './link-previews.js';
export { MessageSearch } from './message-search.js';
export type { MessageFilters } from './message-search.js';
export { Nicknames } from './nicknames.js';
export type { NicknameChange } from './nicknames.js';
export { Pins } from './pins.js';
export { Polls } from './polls.js';
export { Reports } from './reports.js';
export type { ReportListOptions, ReportPage } from './reports.js';
export { Restrictions } from './restrictions.js';
export { RoomNotices } from './room-notices.js';
export type { NewPoll } from '../new-message.js';
export { Threads } from './threads.js';
export type { ReplyOptions, ThreadHistoryOptions, ThreadList, ThreadListOptions } from './threads.js';

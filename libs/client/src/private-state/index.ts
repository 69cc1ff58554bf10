export type {
  ComposerDraft,
  DoNotDisturb,
  NotifyChoice,
  NotifyLevel,
  PrivateState as PrivateStatePart,
  RoomArchived,
  RoomFavourite,
  RoomNotify,
  SavedMessage,
  UnreadMark,
  UserNotify,
} from '@parley/protocol';
export { PrivateState } from './private-state.js';
export { Drafts } from './drafts.js';
export type { DraftPlace } from './drafts.js';

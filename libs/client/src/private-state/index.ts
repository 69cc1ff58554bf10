export type {
  DoNotDisturb,
  NotifyChoice,
  NotifyLevel,
  PrivateState as PrivateStatePart,
  RoomArchived,
  RoomFavourite,
  RoomNotify,
  UnreadMark,
  UserNotify,
} from '@parley/protocol';
export { PrivateState } from './private-state.js';

export { ConnectionState } from './connection-state.js';
export type { Connection } from './connection-state.js';
export { MessagesState } from './messages-state.js';
export type { Messages } from './messages-state.js';
export { ObservableState } from './observable-state.js';
export {
  isMentioned,
  mayChangeMentions,
  sortedEntries,
  withChanged,
  withMessage,
  withRead,
  withRoom,
  withReceipt,
  withSmallChange,
  withUser,
} from './room-entries.js';
export type { Entries } from './room-entries.js';
export { nameOf, titleOf } from './room-title.js';
export { RoomsState } from './rooms-state.js';
export type { RoomList } from './rooms-state.js';
export { optionsOf } from './send-options.js';
export { ownProfile, SelfState } from './self-state.js';
export { TypingState } from './typing-state.js';
export type { Typers, TypersByRoom } from './typing-state.js';

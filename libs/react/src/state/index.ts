export { ConnectionState } from './connection-state.js';
export type { Connection } from './connection-state.js';
export { messageKey } from './message-key.js';
export { MessagesState } from './messages-state.js';
export type { Messages, MessageTarget } from './messages-state.js';
export { ObservableState } from './observable-state.js';
export { reactionGroups } from './reaction-groups.js';
export type { ReactionGroup } from './reaction-groups.js';
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
export { partsOfFragment } from './search-fragments.js';
export type { FragmentPart } from './search-fragments.js';
export { SearchState } from './search-state.js';
export type { FoundMessages } from './search-state.js';
export { optionsOf } from './send-options.js';
export { ownProfile, SelfState } from './self-state.js';
export { ThreadState } from './thread-state.js';
export type { ThreadMessages } from './thread-state.js';
export { TypingState } from './typing-state.js';
export type { Typers, TypersByRoom } from './typing-state.js';
export { UploadListState } from './upload-list-state.js';
export type { ChosenFile, ChosenFiles } from './upload-list-state.js';

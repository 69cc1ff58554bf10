export type { MessageLoading, RoomTyping, ShownMessages } from './hooks/bindings.js';
export type { MessageView } from './hooks/message-view.js';
export type { MessageReactions } from './hooks/reactions.js';
export type { Sending } from './hooks/sending.js';
export { ParleyProvider, useParley } from './react-hooks.js';
export type { ParleyProviderProps } from './react-hooks.js';
export {
  useConnection,
  useFileAddress,
  useMarkRead,
  useMessages,
  useMessageView,
  useReactions,
  useRoom,
  useRooms,
  useSelf,
  useSend,
  useTyping,
} from './react-hooks.js';
export type { Connection } from './state/connection-state.js';
export type { Messages } from './state/messages-state.js';
export type { ReactionGroup } from './state/reaction-groups.js';
export { nameOf, titleOf } from './state/room-title.js';
export type { RoomList } from './state/rooms-state.js';
export type { Typers } from './state/typing-state.js';

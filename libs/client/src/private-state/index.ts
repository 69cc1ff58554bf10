export type { PrivateState as PrivateStatePart, RoomArchived, RoomFavourite, UnreadMark } from '@parley/protocol';
export { PrivateState } from './private-state.js';

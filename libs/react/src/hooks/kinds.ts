import { ConnectionState, NO_CONNECTION } from '../state/connection-state.js';
import { MessagesState, NO_MESSAGES } from '../state/messages-state.js';
import { NO_ROOMS, RoomsState } from '../state/rooms-state.js';
import { ownProfile, SelfState } from '../state/self-state.js';
import { TypingState } from '../state/typing-state.js';
import type { Kind } from './shared-states.js';

export const CONNECTION: Kind<ConnectionState> = {
  empty: NO_CONNECTION,
  create: (chat) => new ConnectionState(chat),
};

export const SELF: Kind<SelfState> = {
  empty: null,
  create: (chat) => new SelfState(chat),
};

export const ROOMS: Kind<RoomsState> = {
  empty: NO_ROOMS,
  create: (chat) => new RoomsState(chat, async () => (await ownProfile(chat)).id),
};

export const TYPING: Kind<TypingState> = {
  empty: new Map(),
  create: (chat) => new TypingState(chat),
};

export const MESSAGES: Kind<MessagesState> = {
  empty: NO_MESSAGES,
  create: (chat, roomId) => new MessagesState(chat, roomId),
};

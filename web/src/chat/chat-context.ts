import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { Chat } from './chat.js';

export const ChatContext = createContext<Chat | null>(null);

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('useChat was called outside of a ChatContext.');
  return chat;
}

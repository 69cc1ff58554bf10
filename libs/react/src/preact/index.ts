import type { Message, Outgoing, Parley } from '@parley/client';
import type { ThreadSummary } from '@parley/client/conversations';
import type { FileUploads } from '@parley/client/files';
import { createContext, h } from 'preact';
import type { ComponentChildren } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useReducer, useRef } from 'preact/hooks';

import { bindings } from '../hooks/bindings.js';
import type { Bindings } from '../hooks/bindings.js';
import { useFileAddressWith } from '../hooks/file-address.js';
import { useMessageViewWith } from '../hooks/message-view.js';
import type { MessageView } from '../hooks/message-view.js';
import { useReactionsWith } from '../hooks/reactions.js';
import type { MessageReactions } from '../hooks/reactions.js';
import { useSearchWith } from '../hooks/searching.js';
import type { Searching } from '../hooks/searching.js';
import { useThreadSummaryWith, useThreadWith } from '../hooks/threads.js';
import type { ShownThread } from '../hooks/threads.js';
import { useUploadsWith } from '../hooks/uploading.js';
import type { Uploading } from '../hooks/uploading.js';

/** The hook of React, which Preact has in `preact/compat` alone. */
function useSyncExternalStore<Value>(subscribe: (listener: () => void) => () => void, read: () => Value): Value {
  const [, render] = useReducer<number, undefined>((times) => times + 1, 0);
  const value = read();
  const latest = useRef({ value, read });
  latest.current = { value, read };
  useEffect(() => {
    const check = (): void => {
      if (latest.current.read() !== latest.current.value) render(undefined);
    };
    const unsubscribe = subscribe(check);
    // It may have changed since it was rendered, also by the subscription.
    check();
    return unsubscribe;
  }, [subscribe]);
  return value;
}

const Client = createContext<Parley | null>(null);
const Address = createContext<string | undefined>(undefined);

export interface ParleyProviderProps {
  readonly client: Parley;
  /** The address of the service, for the files of messages: `https://chat.example.com/`. Default: that of the page. */
  readonly address?: string | undefined;
  readonly children?: ComponentChildren;
}

/** Gives the hooks below it a client, which the application connects and closes. */
export function ParleyProvider({ client, address, children }: ParleyProviderProps): ComponentChildren {
  const withAddress = h(Address.Provider, { value: address }, children);
  return h(Client.Provider, { value: client }, withAddress);
}

/** The client of the provider. @throws Error without one */
export function useParley(): Parley {
  const client = useContext(Client);
  if (!client) throw new Error('There is no ParleyProvider above this component.');
  return client;
}

const useAddress = (): string | undefined => useContext(Address);

const hooks = bindings({ useCallback, useEffect, useMemo, useSyncExternalStore, useParley, useAddress });

export const useConnection: Bindings['useConnection'] = hooks.useConnection;
export const useMarkRead: Bindings['useMarkRead'] = hooks.useMarkRead;
export const useMessages: Bindings['useMessages'] = hooks.useMessages;
export const useRoom: Bindings['useRoom'] = hooks.useRoom;
export const useRooms: Bindings['useRooms'] = hooks.useRooms;
export const useSelf: Bindings['useSelf'] = hooks.useSelf;
export const useSend: Bindings['useSend'] = hooks.useSend;
export const useTyping: Bindings['useTyping'] = hooks.useTyping;

/**
 * A function that returns the address of a file, from the `media_url` of an attachment; null for an address that a link
 * must not have.
 */
export function useFileAddress(): (url: string) => string | null {
  return useFileAddressWith(hooks);
}

/** What is shown of a message of the room's list or of a thread. */
export function useMessageView(message: Message | Outgoing): MessageView {
  return useMessageViewWith(hooks, message);
}

/** The reactions of a message of the room's list or of a thread. */
export function useReactions(message: Message): MessageReactions {
  return useReactionsWith(hooks, message);
}

/** A search of one component. Its functions stay the same. */
export function useSearch(): Searching {
  return useSearchWith(hooks);
}

/** The thread that a message has started, or that begins with the first reply. */
export function useThread(roomId: string, messageId: string): ShownThread {
  return useThreadWith(hooks, roomId, messageId);
}

/** The summary of the thread that a message has started, as it is now; null: it has no replies. */
export function useThreadSummary(message: Message): ThreadSummary | null {
  return useThreadSummaryWith(hooks, message);
}

/**
 * The files for the next message of a room. Those that were not sent are removed with the component, and when the room
 * changes. @param uploads the same ones at each render
 */
export function useUploads(roomId: string, uploads: FileUploads): Uploading {
  return useUploadsWith(hooks, roomId, uploads);
}

export type { MessageLoading, RoomTyping, ShownMessages } from '../hooks/bindings.js';
export type { MessageView } from '../hooks/message-view.js';
export type { MessageReactions } from '../hooks/reactions.js';
export type { Searching } from '../hooks/searching.js';
export type { Sending } from '../hooks/sending.js';
export type { ShownThread } from '../hooks/threads.js';
export type { Uploading } from '../hooks/uploading.js';
export type { Connection } from '../state/connection-state.js';
export { messageKey } from '../state/message-key.js';
export type { Messages } from '../state/messages-state.js';
export type { ReactionGroup } from '../state/reaction-groups.js';
export { nameOf, titleOf } from '../state/room-title.js';
export type { RoomList } from '../state/rooms-state.js';
export { partsOfFragment } from '../state/search-fragments.js';
export type { FragmentPart } from '../state/search-fragments.js';
export type { FoundMessages } from '../state/search-state.js';
export type { ThreadMessages } from '../state/thread-state.js';
export type { Typers } from '../state/typing-state.js';
export type { ChosenFile, ChosenFiles } from '../state/upload-list-state.js';

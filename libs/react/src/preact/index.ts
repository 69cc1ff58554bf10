import type { Parley } from '@parley/client';
import { createContext, h } from 'preact';
import type { ComponentChildren } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useReducer, useRef } from 'preact/hooks';

import { bindings } from '../hooks/bindings.js';
import type { Bindings } from '../hooks/bindings.js';

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

export interface ParleyProviderProps {
  readonly client: Parley;
  readonly children?: ComponentChildren;
}

/** Gives the hooks below it a client, which the application connects and closes. */
export function ParleyProvider({ client, children }: ParleyProviderProps): ComponentChildren {
  return h(Client.Provider, { value: client }, children);
}

/** The client of the provider. @throws Error without one */
export function useParley(): Parley {
  const client = useContext(Client);
  if (!client) throw new Error('There is no ParleyProvider above this component.');
  return client;
}

const hooks = bindings({ useCallback, useMemo, useSyncExternalStore, useParley });

export const useConnection: Bindings['useConnection'] = hooks.useConnection;
export const useMarkRead: Bindings['useMarkRead'] = hooks.useMarkRead;
export const useMessages: Bindings['useMessages'] = hooks.useMessages;
export const useRoom: Bindings['useRoom'] = hooks.useRoom;
export const useRooms: Bindings['useRooms'] = hooks.useRooms;
export const useSelf: Bindings['useSelf'] = hooks.useSelf;
export const useSend: Bindings['useSend'] = hooks.useSend;
export const useTyping: Bindings['useTyping'] = hooks.useTyping;
export type { MessageLoading, RoomTyping, ShownMessages } from '../hooks/bindings.js';
export type { Sending } from '../hooks/sending.js';
export type { Connection } from '../state/connection-state.js';
export type { Messages } from '../state/messages-state.js';
export { nameOf, titleOf } from '../state/room-title.js';
export type { RoomList } from '../state/rooms-state.js';
export type { Typers } from '../state/typing-state.js';

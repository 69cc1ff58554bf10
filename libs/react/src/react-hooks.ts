import type { Parley } from '@parley/client';
import { createContext, createElement, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

import { bindings } from './hooks/bindings.js';
import type { Bindings } from './hooks/bindings.js';

const Client = createContext<Parley | null>(null);

export interface ParleyProviderProps {
  readonly client: Parley;
  readonly children?: ReactNode;
}

/** Gives the hooks below it a client, which the application connects and closes. */
export function ParleyProvider({ client, children }: ParleyProviderProps): ReactNode {
  return createElement(Client.Provider, { value: client }, children);
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

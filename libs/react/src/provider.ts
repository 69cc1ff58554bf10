import type { Parley } from '@parley/client';
import { createContext, createElement, useContext } from 'react';
import type { ReactNode } from 'react';

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

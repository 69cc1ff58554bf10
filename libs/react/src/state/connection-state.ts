import type { Parley, ParleyError, State } from '@parley/client';

import { ObservableState } from './observable-state.js';

export interface Connection {
  readonly state: State;
  /** The reason why the client does not reconnect by itself; null unless it is `stopped`. */
  readonly error: ParleyError | null;
}

export const NO_CONNECTION: Connection = { state: 'offline', error: null };

/** The state of the connection of a client. */
export class ConnectionState extends ObservableState<Connection> {
  constructor(chat: Pick<Parley, 'on' | 'state'>) {
    super({ state: chat.state, error: null });
    this.until(
      chat.on('state', (state) => this.set({ state, error: state === 'stopped' ? this.snapshot.error : null })),
      chat.on('error', (error) => {
        if (error.code === 'stopped') this.set({ state: chat.state, error });
      }),
    );
  }
}

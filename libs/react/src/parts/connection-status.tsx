import type { ParleyError, State } from '@parley/client';
import type { ReactNode } from 'react';

import { useConnection } from '../react-hooks.js';
import type { Styling } from './styling.js';

export interface ConnectionStatusProps extends Styling {
  /** @returns null: nothing is shown. Default: a text for every state except `online` */
  readonly text?: (state: State, error: ParleyError | null) => ReactNode;
}

const TEXTS: Readonly<Record<State, string | null>> = {
  offline: 'Not connected.',
  connecting: 'Connecting…',
  online: null,
  stopped: 'Disconnected.',
};

const inEnglish = (state: State, error: ParleyError | null): string | null =>
  error ? `${TEXTS.stopped ?? ''} ${error.message}` : TEXTS[state];

/** The state of the connection. It is there while it is online, so that its change is announced. */
export function ConnectionStatus({ text = inEnglish, className }: ConnectionStatusProps): ReactNode {
  const { state, error } = useConnection();
  return (
    <div className={className} role="status" data-parley-connection={state}>
      {text(state, error)}
    </div>
  );
}

import type { Outgoing } from '@parley/client';
import type { JSX } from 'preact';

import { Icon } from '../design/icon.js';
import { errorMessage } from '../error-message.js';
import type { OpenRoom } from './open-room.js';
import { sendAgain } from './sending.js';

interface FailedProps {
  readonly message: Outgoing;
  readonly open: OpenRoom;
}

/** The error of a refused message, and the actions that it allows. */
export function FailedActions({ message, open }: FailedProps): JSX.Element {
  return (
    <div class="failed">
      <p>{message.error && errorMessage(message.error)}</p>
      <button
        type="button"
        class="chip"
        onClick={() => {
          sendAgain(open.room, message);
        }}
      >
        <Icon name="retry" /> Try again
      </button>
      <button
        type="button"
        class="chip"
        onClick={() => {
          open.room.discard(message.client_message_id);
        }}
      >
        <Icon name="trash" /> Discard
      </button>
    </div>
  );
}

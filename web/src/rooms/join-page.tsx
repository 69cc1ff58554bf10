import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { attempt } from '../errors.js';
import { showList } from '../location.js';

/** A room that the user is not in: a public channel can be entered, a group asked. */
export function JoinPage({ roomId }: { readonly roomId: string }): JSX.Element {
  const { parley, joinRequests, rooms } = useChat();
  const isBusy = useSignal(false);
  const isWaiting = joinRequests.asked.value.has(roomId);

  const join = async (): Promise<void> => {
    isBusy.value = true;
    const room = parley.rooms.open(roomId);
    await attempt(() => room.join());
    // A handle of a room that one is not in gathers nothing.
    if (!rooms.entry(roomId)) parley.rooms.close(roomId);
    isBusy.value = false;
  };

  return (
    <div class="empty">
      <Icon name={isWaiting ? 'clock' : 'lock'} />
      <h1>{isWaiting ? 'You have asked to be let in' : 'You are not in this room'}</h1>
      <p class="muted">
        {isWaiting
          ? 'One of its admins will decide. The room opens here as soon as you are in.'
          : 'A public channel lets you in at once. A group may ask its admins first.'}
      </p>
      <div class="empty-buttons">
        <Button onClick={showList}>Back to the rooms</Button>
        {!isWaiting && (
          <Button kind="primary" isBusy={isBusy.value} onClick={() => void join()}>
            Join
          </Button>
        )}
      </div>
    </div>
  );
}

import type { InvitedRoom } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { attempt } from '../errors.js';
import { showList } from '../location.js';
import { TYPE_NAMES } from './names.js';

/** Shown for a room that the user is not a member of, with a button to join it or to request it. */
export function JoinPage({ roomId }: { readonly roomId: string }): JSX.Element {
  const { parley, joinRequests, rooms, state } = useChat();
  const isBusy = useSignal(false);
  /** Null: the room is unknown, or closed. */
  const preview = useSignal<InvitedRoom | null>(null);
  useEffect(() => {
    preview.value = null;
    // A room that cannot be joined is not shown: the button says so.
    parley.rooms.preview(roomId).then(
      (room) => {
        if (room.id === roomId.toLowerCase()) preview.value = room;
      },
      () => undefined,
    );
  }, [roomId, state.value === 'online']);
  const isPending = joinRequests.requestedRooms.value.has(roomId);

  const join = async (): Promise<void> => {
    isBusy.value = true;
    const room = parley.rooms.open(roomId);
    await attempt(() => room.join(), { 4004: 'This room does not exist, or you cannot join it.' });
    // Only rooms of the user receive messages, so that the handle is closed again.
    if (!rooms.entry(roomId)) parley.rooms.close(roomId);
    isBusy.value = false;
  };

  return (
    <div class="empty">
      <Icon name={isPending ? 'clock' : 'lock'} />
      <h1>{isPending ? 'Join request sent' : (preview.value?.name ?? 'You are not in this room')}</h1>
      {preview.value && <Preview room={preview.value} />}
      <p class="muted">
        {isPending
          ? 'An admin has to approve it. The room opens here when you are a member.'
          : `${preview.value ? 'You are not in this room. ' : ''}You can join a public channel at once. A group may need the approval of an admin.`}
      </p>
      <div class="empty-buttons">
        <Button onClick={showList}>Back to rooms</Button>
        {!isPending && (
          <Button kind="primary" isBusy={isBusy.value} onClick={() => void join()}>
            Join
          </Button>
        )}
      </div>
    </div>
  );
}

function Preview({ room }: { readonly room: InvitedRoom }): JSX.Element {
  const { member_count: count } = room;
  return (
    <>
      {room.description && <p>{room.description}</p>}
      <p class="muted">
        {TYPE_NAMES[room.type]} · {`${String(count)} ${count === 1 ? 'member' : 'members'}`}
      </p>
    </>
  );
}

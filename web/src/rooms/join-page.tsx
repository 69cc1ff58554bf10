import type { InvitedRoom } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { asParleyError, attempt } from '../errors.js';
import { showList } from '../location.js';
import type { Departure } from './departures.js';
import { TYPE_NAMES } from './names.js';

const NOT_FOUND = 4004;

/**
 * Shown for a room that the user is not a member of: why, if it was one just now, and a button to join it or to request
 * it, if that is possible.
 */
export function JoinPage({ roomId }: { readonly roomId: string }): JSX.Element {
  const { joinRequests, rooms } = useChat();
  const preview = usePreview(roomId);
  const departure = rooms.departures.of(roomId);
  const isPending = joinRequests.requestedRooms.value.has(roomId);
  return (
    <div class="empty" aria-busy={preview === undefined}>
      <Icon name={isPending ? 'clock' : 'lock'} />
      <h1>{isPending ? 'Join request sent' : titleOf(preview, departure)}</h1>
      {preview && <Preview room={preview} hasName={isPending || departure !== undefined} />}
      <p class="muted">{isPending ? PENDING : explanationOf(preview, departure)}</p>
      <div class="empty-buttons">
        <Button onClick={showList}>Back to rooms</Button>
        {preview && !isPending && <JoinButton room={preview} />}
      </div>
    </div>
  );
}

/** The room as its visitors see it. Undefined while it loads; null if it does not exist, or cannot be joined. */
function usePreview(roomId: string): InvitedRoom | null | undefined {
  const { parley, state } = useChat();
  const preview = useSignal<InvitedRoom | null | undefined>(undefined);
  useEffect(() => {
    parley.rooms.preview(roomId).then(
      (room) => {
        preview.value = room;
      },
      (error: unknown) => {
        // After other errors, the next connection tries it again.
        if (asParleyError(error).code === NOT_FOUND) preview.value = null;
      },
    );
  }, [roomId, state.value === 'online']);
  return preview.value;
}

const PENDING = 'An admin has to approve it. The room opens here when you are a member.';

function titleOf(preview: InvitedRoom | null | undefined, departure: Departure | undefined): string {
  if (departure) return departureTitle(departure);
  if (preview) return preview.name;
  return preview === null ? 'This room cannot be opened' : '';
}

function departureTitle({ name, type, reason }: Departure): string {
  if (type === 'OneToOneChat') return `The conversation with ${name} was deleted`;
  if (reason === 'deleted') return `${name} was deleted`;
  if (reason === 'removed') return `You were removed from ${name}`;
  return reason === 'left' ? `You left ${name}` : `You are no longer in ${name}`;
}

function explanationOf(preview: InvitedRoom | null | undefined, departure: Departure | undefined): string {
  if (preview) {
    const how = preview.type === 'Channel' ? 'You can join it at once.' : 'An admin approves each new member.';
    return `${departure?.message ?? 'You are not in this room.'} ${how}`;
  }
  if (departure) return departureText(departure);
  return preview === null ? 'It does not exist, or it is private. A member of a private room can add you.' : '';
}

function departureText({ type, reason, message }: Departure): string {
  if (type === 'OneToOneChat') return 'When one of you writes again, it begins without the earlier messages.';
  if (reason === 'deleted') return 'Its messages are deleted for everyone.';
  if (reason === 'unknown') return 'You were removed, or the room was deleted, while you were offline.';
  return `${message === undefined ? '' : `${message} `}Only a member can add you again.`;
}

interface PreviewProps {
  readonly room: InvitedRoom;
  /** Whether the title does not name the room. */
  readonly hasName: boolean;
}

function Preview({ room, hasName }: PreviewProps): JSX.Element {
  const { member_count: count } = room;
  return (
    <>
      {room.description && <p class="description">{room.description}</p>}
      <p class="muted">
        {hasName && `${room.name} · `}
        {TYPE_NAMES[room.type]} · {`${String(count)} ${count === 1 ? 'member' : 'members'}`}
      </p>
    </>
  );
}

const REFUSED = 'This room is full, or it cannot be joined any more.';

function JoinButton({ room: { id, type } }: { readonly room: InvitedRoom }): JSX.Element {
  const { parley, rooms } = useChat();
  const isBusy = useSignal(false);
  const join = async (): Promise<void> => {
    isBusy.value = true;
    const room = parley.rooms.open(id);
    await attempt(() => room.join(), { 4003: REFUSED, 4004: REFUSED });
    // Only rooms of the user receive messages, so that the handle is closed again.
    if (!rooms.entry(id)) parley.rooms.close(id);
    isBusy.value = false;
  };
  return (
    <Button kind="primary" isBusy={isBusy.value} onClick={() => void join()}>
      {type === 'Channel' ? 'Join' : 'Ask to join'}
    </Button>
  );
}

import type { InvitedRoom } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { asParleyError } from '../errors.js';
import { t } from '../languages/translate.js';
import { dayAndTime } from '../moderation/durations.js';
import type { Departure } from './departures.js';
import { joinRoom } from './join-room.js';
import { typeName } from './names.js';

const NOT_FOUND = 4004;

interface JoinPageProps {
  readonly roomId: string;
  readonly onClose: () => void;
}

/**
 * Shown for a room that the user is not a member of: why, if it was one just now, and a button to join it or to request
 * it, if that is possible.
 */
export function JoinPage({ roomId, onClose }: JoinPageProps): JSX.Element {
  const { joinRequests, rooms } = useChat();
  const preview = usePreview(roomId);
  const departure = rooms.departures.of(roomId);
  const isPending = joinRequests.requestedRooms.value.has(roomId);
  return (
    <div class="empty" aria-busy={preview === undefined}>
      <Icon name={isPending ? 'clock' : 'lock'} />
      <h1>{isPending ? t('rooms.joinRequestSent') : headingOf(preview, departure)}</h1>
      {preview && <Preview room={preview} hasName={isPending || departure !== undefined} />}
      <p class="muted">{isPending ? t('rooms.joinRequestPending') : explanationOf(preview, departure)}</p>
      <div class="empty-buttons">
        <Button onClick={onClose}>{t('rooms.backToRooms')}</Button>
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

function headingOf(preview: InvitedRoom | null | undefined, departure: Departure | undefined): JSX.Element | string {
  if (departure) return departureTitle(departure);
  if (preview) return <bdi>{preview.name}</bdi>;
  return preview === null ? t('rooms.cannotBeOpened') : '';
}

function departureTitle({ name, type, reason }: Departure): string {
  if (type === 'OneToOneChat') return t('rooms.conversationWasDeleted', { name });
  if (reason === 'deleted') return t('rooms.roomWasDeleted', { room: name });
  if (reason === 'removed') return t('rooms.youWereRemoved', { room: name });
  if (reason === 'banned') return t('rooms.youWereBanned', { room: name });
  return t(reason === 'left' ? 'rooms.youLeft' : 'rooms.youAreNoLongerIn', { room: name });
}

function explanationOf(preview: InvitedRoom | null | undefined, departure: Departure | undefined): string {
  if (preview) {
    const reason = departure?.message ?? t('rooms.notInRoom');
    return t(preview.type === 'Channel' ? 'rooms.joinAtOnce' : 'rooms.joinByApprovalOfAdmin', { reason });
  }
  if (departure) return departureText(departure);
  return preview === null ? t('rooms.unknownOrPrivate') : '';
}

function departureText({ type, reason, message, ban }: Departure): string {
  if (ban) return banText(ban);
  if (type === 'OneToOneChat') return t('rooms.conversationBeginsAgain');
  if (reason === 'deleted') return t('rooms.messagesAreDeleted');
  if (reason === 'unknown') return t('rooms.endedWhileOffline');
  return message === undefined ? t('rooms.onlyMembersCanAdd') : t('rooms.onlyMembersCanAddAfter', { reason: message });
}

function banText({ until, reason }: NonNullable<Departure['ban']>): string {
  const end = until === null ? t('rooms.bannedWithoutEnd') : t('rooms.bannedUntil', { time: dayAndTime(until) });
  return reason ? `${end} ${t('composer.restrictionReason', { reason })}` : end;
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
      {room.description && (
        <p class="description" dir="auto">
          {room.description}
        </p>
      )}
      <p class="muted">
        {hasName && (
          <>
            <bdi>{room.name}</bdi> ·{' '}
          </>
        )}
        {typeName(room)} · {t('rooms.memberCount', { count })}
      </p>
    </>
  );
}

function JoinButton({ room: { id, type } }: { readonly room: InvitedRoom }): JSX.Element {
  const chat = useChat();
  const isBusy = useSignal(false);
  const join = async (): Promise<void> => {
    isBusy.value = true;
    await joinRoom(chat, id);
    isBusy.value = false;
  };
  return (
    <Button kind="primary" isBusy={isBusy.value} onClick={() => void join()}>
      {type === 'Channel' ? t('rooms.join') : t('rooms.askToJoin')}
    </Button>
  );
}

import type { RoomListEntry } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Composer } from '../composer/composer.js';
import { onDemand } from '../design/on-demand.js';
import { withAllTexts } from '../languages/translate.js';
import { scheduledIn } from '../scheduled/scheduled-in.js';
import { ConversationHead } from './conversation-head.js';
import { History } from './history.js';
import type { OpenRoom } from './open-room.js';
import type { Overlay } from './overlay.js';
import { rightsIn } from './rights.js';
import type { Rights } from './rights.js';
import { peerOf } from '../rooms/names.js';
import { useOpenRoom } from './use-open-room.js';

const BlockedComposer = onDemand(
  async () => (await withAllTexts(import('../blocking/blocked-composer.js'))).BlockedComposer,
);
const RoomRules = onDemand(async () => (await import('../moderation/room-rules.js')).RoomRules);
const ScheduledNote = onDemand(
  async () => (await withAllTexts(import('../scheduled/scheduled-note.js'))).ScheduledNote,
);
const OverlayView = onDemand(async () => (await withAllTexts(import('./overlay.js'))).OverlayView);

export function ConversationPage({ entry }: { readonly entry: RoomListEntry }): JSX.Element {
  const { preferences, self } = useChat();
  const { open, isListed, number } = useOpenRoom(entry);
  const overlay = useSignal<Overlay | null>(null);
  useEffect(() => {
    // Shown with the first message that is pointed at, then at once and also without a network.
    withAllTexts(import('./message-actions.js')).catch(() => undefined);
  }, []);
  const place = { roomId: entry.id };
  // The dialog of the note stays when the last message is sent.
  const hasScheduled = useRef(false);
  hasScheduled.current ||= scheduledIn(preferences.scheduled, place).length > 0;
  const peer = peerOf(entry);
  const blocked = peer && preferences.isBlocked(peer.id) ? peer : null;
  const known = rightsIn(open.info.value, open.members.value, self);
  const rights = { ...known, maySend: known.maySend && !blocked && !open.isMuted.value };
  return (
    <>
      <ConversationHead entry={entry} rights={rights} overlay={overlay} />
      <History {...{ open, entry, rights, overlay }} visit={number} reportsReading={isListed} />
      {hasScheduled.current && <ScheduledNote {...place} />}
      {entry.type !== 'OneToOneChat' && <RoomRules open={open} isLeader={rights.isLeader} />}
      {blocked ? <BlockedComposer user={blocked} /> : <OpenComposer {...{ open, entry, rights }} />}
      {overlay.value && (
        <OverlayView {...{ entry, open, rights }} shown={overlay.value} onClose={() => (overlay.value = null)} />
      )}
    </>
  );
}

interface OpenComposerProps {
  readonly open: OpenRoom;
  readonly entry: RoomListEntry;
  readonly rights: Rights;
}

/** Of a muted user, the rules of the room are shown in its place. */
const OpenComposer = ({ open, entry, rights }: OpenComposerProps): JSX.Element | null =>
  open.isMuted.value ? null : (
    <Composer
      key={`${open.id} ${open.editing.value?.id ?? ''}`}
      open={open}
      type={entry.type}
      maySend={rights.maySend}
    />
  );

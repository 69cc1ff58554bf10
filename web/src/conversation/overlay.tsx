import type { Message, RoomListEntry } from '@parley/client';
import type { JSX } from 'preact';

import { ConfirmDialog } from '../design/confirm-dialog.js';
import { EmojiPicker } from '../emoji/emoji-picker.js';
import { attempt } from '../errors.js';
import { FilesDialog } from '../files/files-dialog.js';
import { t } from '../languages/translate.js';
import { RestrictDialog } from '../moderation/restrict-dialog.js';
import { ReportDialog } from '../reports/report-dialog.js';
import { SearchDialog } from '../search/search-dialog.js';
import { MembersDialog } from '../settings/members-dialog.js';
import { SettingsDialog } from '../settings/settings-dialog.js';
import { ThreadDialog } from '../threads/thread-dialog.js';
import { DateDialog } from './date-dialog.js';
import { ForwardDialog } from './forward-dialog.js';
import type { OpenRoom } from './open-room.js';
import { PinsDialog } from './pins-dialog.js';
import { addReaction } from './reactions.js';
import { ReceiptsDialog } from './receipts-dialog.js';
import type { Rights } from './rights.js';

interface AboutMessage {
  readonly kind: 'delete' | 'forward' | 'reaction' | 'receipts' | 'report' | 'restrict';
  readonly message: Message;
  /** The element of the message, for what opens beside it. */
  readonly anchor?: Element | null;
}

/** The dialog that is open over the conversation. */
export type Overlay =
  | AboutMessage
  | { readonly kind: 'settings' | 'search' | 'pins' | 'members' | 'files' }
  | { readonly kind: 'thread'; readonly threadId: string }
  | { readonly kind: 'date'; readonly day: string };

interface OverlayProps {
  readonly shown: Overlay;
  readonly entry: RoomListEntry;
  readonly open: OpenRoom;
  readonly rights: Rights;
  readonly onClose: () => void;
}

export function OverlayView({ shown, entry, open, rights, onClose }: OverlayProps): JSX.Element {
  if ('message' in shown) return <MessageOverlay {...{ shown, open, onClose }} />;
  switch (shown.kind) {
    case 'settings':
      return <SettingsDialog {...{ entry, open, rights, onClose }} />;
    case 'search':
      return <SearchDialog entry={entry} onClose={onClose} />;
    case 'members':
      return <MembersDialog {...{ open, rights, onClose }} />;
    case 'pins':
      return <PinsDialog {...{ open, rights, onClose }} />;
    case 'files':
      return <FilesDialog {...{ open, onClose }} />;
    case 'thread':
      return <ThreadDialog roomId={entry.id} threadId={shown.threadId} maySend={rights.maySend} onClose={onClose} />;
    case 'date':
      return <DateDialog day={shown.day} open={open} onClose={onClose} />;
  }
}

interface MessageOverlayProps extends Pick<OverlayProps, 'open' | 'onClose'> {
  readonly shown: AboutMessage;
}

function MessageOverlay({ shown: { kind, message, anchor = null }, open, onClose }: MessageOverlayProps): JSX.Element {
  switch (kind) {
    case 'receipts':
      return <ReceiptsDialog message={message} open={open} onClose={onClose} />;
    case 'report':
      return <ReportDialog user={message.sender} message={{ id: message.id, roomId: open.id }} onClose={onClose} />;
    case 'restrict':
      return <RestrictDialog user={message.sender} roomId={open.id} onClose={onClose} />;
    case 'forward':
      return <ForwardDialog message={message} onClose={onClose} />;
    case 'reaction':
      return (
        <EmojiPicker
          anchor={anchor}
          onChoose={(emoji) => void addReaction(open.room, message.id, emoji)}
          onClose={onClose}
        />
      );
    case 'delete':
      return (
        <ConfirmDialog
          title={t('conversation.deleteTitle')}
          question={t('conversation.deleteQuestion')}
          verb={t('design.delete')}
          onConfirm={() => void attempt(() => open.room.delete(message.id))}
          onClose={onClose}
        />
      );
  }
}

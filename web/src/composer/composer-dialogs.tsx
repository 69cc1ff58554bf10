import type { NewAttachment } from '@parley/client';
import type { NewPoll } from '@parley/client/conversations';
import type { JSX } from 'preact';

import { EmojiPicker } from '../emoji/emoji-picker.js';
import { t } from '../languages/translate.js';
import { ScheduleDialog } from '../scheduled/schedule-dialog.js';
import { AttachDialog } from './attach-dialog.js';
import { PollDialog } from './poll-dialog.js';

/** A dialog that adds something to a message. */
export type ComposerDialog = 'attachment' | 'poll' | 'later' | 'emoji';

interface ComposerDialogsProps {
  readonly shown: ComposerDialog;
  /** The field of the message. */
  readonly area: { readonly current: Element | null };
  /** The text that has been written so far. */
  readonly text: string;
  /** Whether the message has attachments, so that it needs no text. */
  readonly hasAttachments: boolean;
  readonly onAttach: (attachment: NewAttachment) => void;
  readonly onEmoji: (character: string) => void;
  readonly onAsk: (question: string, poll: NewPoll) => void;
  /** @throws ParleyError */
  readonly onSchedule: (text: string, sendAt: Date, id: string) => Promise<void>;
  readonly onClose: () => void;
}

/** One of the dialogs. They are no part of the form of the message, which Enter would send. */
export function ComposerDialogs(props: ComposerDialogsProps): JSX.Element {
  const { shown, area, text, hasAttachments, onAttach, onAsk, onEmoji, onSchedule, onClose } = props;
  switch (shown) {
    case 'attachment':
      return <AttachDialog onAttach={onAttach} onClose={onClose} />;
    case 'poll':
      return <PollDialog question={text} onSend={onAsk} onClose={onClose} />;
    case 'emoji':
      return <EmojiPicker anchor={area.current} onChoose={onEmoji} onClose={onClose} />;
    case 'later':
      return (
        <ScheduleDialog
          title={t('composer.sendLater')}
          verb={t('composer.schedule')}
          text={text}
          mayBeEmpty={hasAttachments}
          onSubmit={onSchedule}
          onClose={onClose}
        />
      );
  }
}

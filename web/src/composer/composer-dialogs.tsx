import type { NewAttachment } from '@parley/client';
import type { NewPoll } from '@parley/client/conversations';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { IconButton } from '../design/button.js';
import { t } from '../languages/translate.js';
import { ScheduleDialog } from '../scheduled/schedule-dialog.js';
import { AttachDialog } from './attach-dialog.js';
import { PollDialog } from './poll-dialog.js';

/** What is added to a message in a dialog. */
export type ComposerDialog = 'attachment' | 'poll' | 'later';

/** The buttons that open the dialogs. */
export function ComposerActions({ dialog }: { readonly dialog: Signal<ComposerDialog | null> }): JSX.Element {
  const show = (kind: ComposerDialog) => () => {
    dialog.value = kind;
  };
  return (
    <>
      <IconButton icon="attach" label={t('composer.attachByUrl')} onClick={show('attachment')} />
      <IconButton icon="poll" label={t('composer.newPoll')} onClick={show('poll')} />
      <IconButton icon="clock" label={t('composer.sendLater')} onClick={show('later')} />
    </>
  );
}

interface ComposerDialogsProps {
  readonly dialog: Signal<ComposerDialog | null>;
  /** What has been written so far. */
  readonly text: string;
  /** Whether the message has attachments, so that it needs no text. */
  readonly hasAttachments: boolean;
  readonly onAttach: (attachment: NewAttachment) => void;
  readonly onAsk: (question: string, poll: NewPoll) => void;
  /** @throws ParleyError */
  readonly onSchedule: (text: string, sendAt: Date, id: string) => Promise<void>;
}

/** The open one of the dialogs. They are no part of the form of the message, which Enter would send. */
export function ComposerDialogs(props: ComposerDialogsProps): JSX.Element | null {
  const { dialog, text, hasAttachments, onAttach, onAsk, onSchedule } = props;
  const close = (): void => {
    dialog.value = null;
  };
  switch (dialog.value) {
    case 'attachment':
      return <AttachDialog onAttach={onAttach} onClose={close} />;
    case 'poll':
      return <PollDialog question={text} onSend={onAsk} onClose={close} />;
    case 'later':
      return (
        <ScheduleDialog
          title={t('composer.sendLater')}
          verb={t('composer.schedule')}
          text={text}
          mayBeEmpty={hasAttachments}
          onSubmit={onSchedule}
          onClose={close}
        />
      );
    case null:
      return null;
  }
}

import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { IconButton } from '../design/button.js';
import { t } from '../languages/translate.js';
import { AttachButton } from './attach-button.js';
import type { ComposerDialog } from './composer-dialogs.js';

interface ComposerActionsProps {
  readonly roomId: string;
  readonly dialog: Signal<ComposerDialog | null>;
}

/** The buttons that choose files and open the dialogs. */
export function ComposerActions({ roomId, dialog }: ComposerActionsProps): JSX.Element {
  const show = (kind: ComposerDialog) => () => {
    dialog.value = kind;
  };
  return (
    <>
      <AttachButton place={{ roomId }} />
      <IconButton icon="link" label={t('composer.attachByUrl')} onClick={show('attachment')} />
      <IconButton icon="smile" label={t('composer.chooseEmoji')} onClick={show('emoji')} />
      <IconButton icon="poll" label={t('composer.newPoll')} onClick={show('poll')} />
      <IconButton icon="clock" label={t('composer.sendLater')} onClick={show('later')} />
    </>
  );
}

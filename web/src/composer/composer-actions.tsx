import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { IconButton } from '../design/button.js';
import { t } from '../languages/translate.js';
import type { ComposerDialog } from './composer-dialogs.js';

/** The buttons that open the dialogs. */
export function ComposerActions({ dialog }: { readonly dialog: Signal<ComposerDialog | null> }): JSX.Element {
  const show = (kind: ComposerDialog) => () => {
    dialog.value = kind;
  };
  return (
    <>
      <IconButton icon="attach" label={t('composer.attachByUrl')} onClick={show('attachment')} />
      <IconButton icon="smile" label={t('composer.chooseEmoji')} onClick={show('emoji')} />
      <IconButton icon="poll" label={t('composer.newPoll')} onClick={show('poll')} />
      <IconButton icon="clock" label={t('composer.sendLater')} onClick={show('later')} />
    </>
  );
}

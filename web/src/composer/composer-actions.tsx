import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

import type { Chat } from '../chat/chat.js';
import { useChat } from '../chat/chat-context.js';
import { IconButton } from '../design/button.js';
import { t } from '../languages/translate.js';
import type { ComposerDialog } from './composer-dialogs.js';

/** The types that the service accepts. A phone offers its camera for them too. */
const ACCEPTED = 'image/*,audio/*,video/*,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv';

interface ComposerActionsProps {
  readonly roomId: string;
  readonly dialog: Signal<ComposerDialog | null>;
}

/** The buttons that choose files and open the dialogs. */
export function ComposerActions({ roomId, dialog }: ComposerActionsProps): JSX.Element {
  const chat = useChat();
  const chooser = useRef<HTMLInputElement>(null);
  const show = (kind: ComposerDialog) => () => {
    dialog.value = kind;
  };
  return (
    <>
      <IconButton icon="attach" label={t('files.attach')} onClick={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        onChange={({ currentTarget }) => {
          void addFiles(chat, roomId, [...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      <IconButton icon="link" label={t('composer.attachByUrl')} onClick={show('attachment')} />
      <IconButton icon="smile" label={t('composer.chooseEmoji')} onClick={show('emoji')} />
      <IconButton icon="poll" label={t('composer.newPoll')} onClick={show('poll')} />
      <IconButton icon="clock" label={t('composer.sendLater')} onClick={show('later')} />
    </>
  );
}

async function addFiles(chat: Chat, roomId: string, files: readonly File[]): Promise<void> {
  const { transfersOf } = await import('../files/file-transfers.js');
  await transfersOf(chat).add(roomId, files);
}

import type { DraftPlace } from '@parley/client/private-state';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

import type { Chat } from '../chat/chat.js';
import { useChat } from '../chat/chat-context.js';
import { IconButton } from '../design/button.js';
import { t } from '../languages/translate.js';

interface FileChooser {
  /** The field that must be in the page. */
  readonly field: JSX.Element;
  readonly choose: () => void;
}

/** Chooses files for the next message of a room or of a thread. */
export function useFileChooser(place: DraftPlace): FileChooser {
  const chat = useChat();
  const chooser = useRef<HTMLInputElement>(null);
  const field = (
    <input
      ref={chooser}
      type="file"
      hidden
      multiple
      onChange={({ currentTarget }) => {
        void addFiles(chat, place, [...(currentTarget.files ?? [])]);
        // The same file may be chosen again.
        currentTarget.value = '';
      }}
    />
  );
  return { field, choose: () => chooser.current?.click() };
}

export function AttachButton({ place }: { readonly place: DraftPlace }): JSX.Element {
  const { field, choose } = useFileChooser(place);
  return (
    <>
      <IconButton icon="attach" label={t('files.attach')} onClick={choose} />
      {field}
    </>
  );
}

async function addFiles(chat: Chat, place: DraftPlace, files: readonly File[]): Promise<void> {
  const { transfersOf } = await import('../files/file-transfers.js');
  await transfersOf(chat).add(place, files);
}

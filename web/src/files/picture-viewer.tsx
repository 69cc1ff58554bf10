import { useSignal, useSignalEffect } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { render } from 'preact';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import type { Chat } from '../chat/chat.js';
import { ChatContext, useChat } from '../chat/chat-context.js';
import { IconButton } from '../design/button.js';
import { addDialog, topDialog } from '../design/open-dialogs.js';
import { Toasts } from '../design/toasts.js';
import { t } from '../languages/translate.js';
import { shownRoomId } from '../location.js';
import { self } from '../session/session.js';
import { download } from './download.js';
import { currentAddress, useFileAddress } from './file-address.js';
import { fileNameOf } from './file-link.js';
import type { ShownPicture } from './pictures.js';
import { stepOfKey, useSwipe } from './viewer-steps.js';

interface ViewerProps {
  readonly pictures: readonly ShownPicture[];
  readonly firstId: string;
  readonly onClose: () => void;
}

/** Shows pictures beside the page, because a dialog does not stay open where its message is moved in the list. */
export function showPictures(chat: Chat, pictures: readonly ShownPicture[], firstId: string): void {
  const host = document.createElement('div');
  document.body.append(host);
  const close = (): void => {
    render(null, host);
    host.remove();
  };
  render(
    <ChatContext.Provider value={chat}>
      <PictureViewer {...{ pictures, firstId }} onClose={close} />
    </ChatContext.Provider>,
    host,
  );
}

/** One picture over the whole page. The arrow keys and swipes show the others, the first one after the last. */
function PictureViewer({ pictures, firstId, onClose }: ViewerProps): JSX.Element | null {
  const index = useSignal(pictures.findIndex(({ attachment }) => attachment.id === firstId));
  const isLarge = useSignal(false);
  const dialog = useViewerDialog(onClose);
  const step = (by: number): void => {
    isLarge.value = false;
    index.value = (index.value + by + pictures.length) % pictures.length;
  };
  const swipe = useSwipe(isLarge, step);
  useCloseElsewhere(onClose);
  const shown = pictures[index.value];
  if (!shown) return null;
  return (
    <dialog
      ref={dialog.element}
      class="viewer"
      aria-label={fileNameOf(shown.attachment)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        const by = stepOfKey(event);
        if (by !== 0) step(by);
      }}
    >
      <ViewerHead {...{ shown, isLarge, onClose }} count={{ at: index.value + 1, all: pictures.length }} />
      <div class={isLarge.value ? 'viewer-picture is-large' : 'viewer-picture'} {...swipe}>
        <Picture key={shown.attachment.id} {...shown} />
      </div>
      {shown.attachment.caption && (
        <p class="viewer-caption" dir="auto">
          {shown.attachment.caption}
        </p>
      )}
      {pictures.length > 1 && (
        <footer class="viewer-steps">
          <IconButton icon="back" label={t('files.previous')} onClick={() => step(-1)} />
          <IconButton icon="next" label={t('files.next')} onClick={() => step(1)} />
        </footer>
      )}
      {topDialog.value === dialog.own && <Toasts />}
    </dialog>
  );
}

/** Closes the viewer when the page shows another room, or its user logs out. */
function useCloseElsewhere(onClose: () => void): void {
  const roomId = useRef(shownRoomId.peek());
  useSignalEffect(() => {
    if (shownRoomId.value !== roomId.current || !self.value) onClose();
  });
}

function useViewerDialog(onClose: () => void) {
  const element = useRef<HTMLDialogElement>(null);
  const error = useSignal('');
  const own = useMemo(() => ({ error, close: onClose }), []);
  useLayoutEffect(() => addDialog(own), []);
  useLayoutEffect(() => {
    const { current } = element;
    current?.showModal();
    // Closing restores the previous focus.
    return () => {
      current?.close();
    };
  }, []);
  return { element, own };
}

interface HeadProps {
  readonly shown: ShownPicture;
  readonly count: { readonly at: number; readonly all: number };
  readonly isLarge: Signal<boolean>;
  readonly onClose: () => void;
}

function ViewerHead({ shown: { attachment, message }, count, isLarge, onClose }: HeadProps): JSX.Element {
  const { parley } = useChat();
  const name = fileNameOf(attachment);
  const save = async (): Promise<void> => {
    download(await currentAddress(parley, attachment, message), name);
  };
  return (
    <header class="viewer-head">
      <p>
        <strong dir="auto">{name}</strong>
        {count.all > 1 && <span>{t('files.pictureOf', { at: count.at, all: count.all })}</span>}
      </p>
      <IconButton
        icon="search"
        label={t('files.zoom')}
        aria-pressed={isLarge.value}
        onClick={() => (isLarge.value = !isLarge.value)}
      />
      <IconButton icon="download" label={t('files.download')} onClick={() => void save()} />
      <IconButton icon="close" label={t('design.close')} onClick={onClose} />
    </header>
  );
}

function Picture({ attachment, message }: ShownPicture): JSX.Element {
  const { found: addresses, attempt, renew } = useFileAddress(attachment, message);
  const found = addresses.value;
  if (!found) return <p role="alert">{t('files.gone')}</p>;
  const name = attachment.caption || fileNameOf(attachment);
  return <img key={attempt} src={found.media_url} alt={name} onError={renew} draggable={false} />;
}

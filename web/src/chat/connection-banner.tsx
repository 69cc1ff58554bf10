import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { Button } from '../design/button.js';
import { t } from '../languages/translate.js';
import { useChat } from './chat-context.js';

/** A reconnection that takes less time than this is not shown. */
const GRACE_MS = 1_500;

/** Whether the device has a network. The browser reports its loss before a connection is found to be dead. */
const hasNetwork = signal(navigator.onLine);

const updateNetwork = (): void => {
  hasNetwork.value = navigator.onLine;
};

addEventListener('online', updateNetwork);
addEventListener('offline', updateNetwork);

const MESSAGES = { stopped: 'chat.stopped', noNetwork: 'chat.noNetwork', noServer: 'chat.noServer' } as const;

/** Shows that there is no connection, and what happens to messages that are written meanwhile. */
export function ConnectionBanner(): JSX.Element | null {
  const chat = useChat();
  const isGraceOver = useSignal(false);
  const isDisconnected = chat.state.value !== 'online' || !hasNetwork.value;
  useEffect(() => {
    isGraceOver.value = false;
    if (!isDisconnected) return undefined;
    const timer = setTimeout(() => {
      isGraceOver.value = true;
    }, GRACE_MS);
    return () => clearTimeout(timer);
  }, [isDisconnected]);
  const isStopped = chat.stopError.value !== null;
  const isShown = isStopped || (isDisconnected && isGraceOver.value);
  const reason = isStopped ? 'stopped' : hasNetwork.value ? 'noServer' : 'noNetwork';
  return (
    <div role="status">
      {isShown && (
        <div class="banner">
          {!isStopped && <span class="spinner" aria-hidden="true" />}
          <p>{t(MESSAGES[reason])}</p>
          {isStopped && <Button onClick={() => chat.connect()}>{t('chat.reconnect')}</Button>}
        </div>
      )}
    </div>
  );
}

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { Button } from '../design/button.js';
import { useChat } from './chat-context.js';
import { hasNetwork } from './network.js';

/** A reconnection that is done before this is nothing to tell anybody. */
const GRACE_MS = 1_500;

/** Says that there is no line, and what becomes of what is written meanwhile. */
export function ConnectionBanner(): JSX.Element | null {
  const chat = useChat();
  const isLate = useSignal(false);
  const isAway = chat.state.value !== 'online' || !hasNetwork.value;
  useEffect(() => {
    isLate.value = false;
    if (!isAway) return undefined;
    const timer = setTimeout(() => {
      isLate.value = true;
    }, GRACE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isAway]);
  const isStopped = chat.stopped.value !== null;
  const isShown = isStopped || (isAway && isLate.value);
  return (
    <div class="banner-place" role="status">
      {isShown && (
        <div class="banner">
          {!isStopped && <span class="spinner" aria-hidden="true" />}
          <p>
            {isStopped
              ? 'The service has ended the line, and this page does not come back by itself.'
              : 'You are offline. What you write is sent once you are back.'}
          </p>
          {isStopped && (
            <Button
              onClick={() => {
                chat.connect();
              }}
            >
              Try again
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

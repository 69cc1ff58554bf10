import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { Button } from '../../design/button.js';
import { t } from '../../languages/translate.js';
import { roomIdFromLink, showRoom } from '../../location.js';
import { useAnswer } from '../deployment-words.js';
import { continueSession } from '../second-factor/second-factor-requests.js';
import { beginLogIn } from '../session.js';
import { goToProvider, providerName, takeReturned } from './provider-requests.js';
import type { Returned } from './provider-requests.js';

function errorText(code: string): string {
  switch (code) {
    case 'provider_unavailable':
      return t('session.providerUnavailable');
    case 'provider_refused':
    case 'provider_failed':
      return t('session.providerRefused');
    case 'log_in_expired':
      return t('session.providerExpired');
    case 'username_invalid':
      return t('session.providerNameInvalid');
    case 'username_taken':
      return t('session.providerNameTaken');
    case 'user_inactive':
      return t('session.userInactive');
    case 'throttled':
      return t('session.tooManyAttempts', { seconds: 60 });
    default:
      return t('session.logInFailed');
  }
}

async function logIn(returned: Returned): Promise<void> {
  if ('error' in returned) throw new Error(errorText(returned.error));
  const { ticket, username, hash } = returned;
  await beginLogIn(username, continueSession(ticket));
  const roomId = roomIdFromLink(hash);
  if (roomId !== null) showRoom(roomId);
}

/** The log-in by a provider of identities, if the deployment has one. */
export function ProviderLogIn(): JSX.Element | null {
  const name = useAnswer<string | null>(providerName, null) ?? null;
  const error = useSignal('');
  const isBusy = useSignal(false);
  useEffect(() => {
    const returned = takeReturned();
    isBusy.value = returned !== null;
    const ended = returned ? logIn(returned) : Promise.resolve();
    ended
      .catch((reason: unknown) => {
        error.value = reason instanceof Error ? reason.message : t('session.logInFailed');
      })
      .finally(() => {
        isBusy.value = false;
      });
  }, []);
  if (name === null && error.value === '') return null;
  return (
    <>
      <p class="refusal" role="alert">
        {error}
      </p>
      {name !== null && (
        <Button
          isBusy={isBusy.value}
          onClick={() => {
            isBusy.value = true;
            goToProvider();
          }}
        >
          {t('session.logInWith', { name: name })}
        </Button>
      )}
    </>
  );
}

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { onDemand } from '../../src/design/on-demand.js';
import { t } from '../../src/languages/translate.js';
import { continueSession } from '../../src/session/second-factor/second-factor-requests.js';
import { beginLogIn, logInWithPassword } from '../../src/session/session.js';
import { SessionRequestError } from '../../src/session/session-endpoint.js';
import type { NextStep } from '../../src/session/session-endpoint.js';
import { enterChat } from './enter-chat.js';
import type { NewAccount } from './new-account.js';

const LogInStep = onDemand(async () => (await import('../../src/session/second-factor/log-in-step.js')).LogInStep);

/** Logs the user of a new account in, as the web client does, and goes there. */
export function Entering({ account }: { readonly account: NewAccount }): JSX.Element {
  const { username, password } = account;
  const step = useSignal<NextStep | null>(null);
  const isOver = useSignal(false);
  // Where this page cannot log in, the account exists nevertheless.
  const enter = async (): Promise<void> => {
    isOver.value = !(await enterChat());
  };
  useEffect(() => {
    logInWithPassword(username, password).then(enter, (error: unknown) => {
      if (error instanceof SessionRequestError && error.step) step.value = error.step;
      else void enter();
    });
  }, []);
  if (isOver.value) return <Done username={username} />;
  if (!step.value) return <p role="status">{t('welcome.entering')}</p>;
  return (
    <LogInStep
      username={username}
      step={step.value}
      continueLogIn={async (_, ticket, code) => {
        await beginLogIn(username, continueSession(ticket, code));
        await enter();
      }}
      onClose={() => void enter()}
    />
  );
}

/** There is no web client to go to. */
export const Done = ({ username }: { readonly username: string }): JSX.Element => (
  <p role="status">{t('welcome.done', { name: username })}</p>
);

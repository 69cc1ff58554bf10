import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { Button } from '../../../src/design/button.js';
import { t } from '../../../src/languages/translate.js';
import { enterChat } from '../enter-chat.js';
import { Done } from '../entering.js';
import { failureText, Refused } from '../requests.js';
import { acceptInvitation } from './invitation.js';
import { leaveVisitor, tokenOfVisitor } from './visitor.js';

interface AcceptanceProps {
  readonly token: string;
  /** Of the user who is logged in. */
  readonly username: string;
  /** Whether the user has logged in to accept. */
  readonly isAtOnce: boolean;
}

function refusalText(error: unknown): string {
  if (!(error instanceof Refused)) return failureText(error);
  if (error.status === 404) return t('welcome.invitationVoid');
  return error.status === 400 || error.status === 403 ? t('welcome.notLetIn') : failureText(error);
}

/** Lets the user who is logged in into the rooms of an invitation. */
export function Acceptance({ token, username, isAtOnce }: AcceptanceProps): JSX.Element {
  const failure = useSignal<unknown>(null);
  const isBusy = useSignal(false);
  const isOver = useSignal(false);
  const accept = async (): Promise<void> => {
    isBusy.value = true;
    failure.value = null;
    try {
      const access = await tokenOfVisitor();
      if (access === null) return;
      const [room] = await acceptInvitation(token, access);
      isOver.value = !(await enterChat(room === undefined ? '' : `#/rooms/${room}`));
    } catch (error) {
      failure.value = error;
    }
    isBusy.value = failure.value === null && !isOver.value;
  };
  useEffect(() => {
    if (isAtOnce) void accept();
  }, []);
  if (isOver.value) return <Done username={username} />;
  return (
    <>
      <p class="description">{t('welcome.loggedInAs', { name: username })}</p>
      <p class="refusal" role="alert">
        {failure.value === null ? '' : refusalText(failure.value)}
      </p>
      <Button kind="primary" isBusy={isBusy.value} onClick={() => void accept()}>
        {t('welcome.accept')}
      </Button>
      <Button onClick={() => void leaveVisitor()}>{t('welcome.anotherUser')}</Button>
    </>
  );
}

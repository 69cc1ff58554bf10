import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { APP_NAME } from '../../../src/deployment.js';
import { Button } from '../../../src/design/button.js';
import { listOf, t } from '../../../src/languages/translate.js';
import { dayAndTime } from '../../../src/moderation/durations.js';
import { Entering } from '../entering.js';
import type { NewAccount } from '../new-account.js';
import { failureText, Refused } from '../requests.js';
import { Acceptance } from './acceptance.js';
import { openInvitation } from './invitation.js';
import type { Invitation, Opened } from './invitation.js';
import { visitor } from './visitor.js';
import { WaysIn } from './ways-in.js';

interface InvitationCardProps {
  /** The token of the invitation. */
  readonly secret: string;
}

/** An invitation, which somebody accepts with a new account or with an own one. */
export function InvitationCard({ secret: token }: InvitationCardProps): JSX.Element {
  const opened = useSignal<Opened | null>(null);
  const failure = useSignal<unknown>(null);
  const account = useSignal<NewAccount | null>(null);
  const wasLoggedIn = useSignal(visitor.peek() !== null).peek();
  const open = (): void => {
    failure.value = null;
    openInvitation(token).then(
      (read) => {
        opened.value = read;
        document.title = read.invitation.deployment;
      },
      (error: unknown) => {
        failure.value = error;
      },
    );
  };
  useEffect(open, []);

  const body = (): JSX.Element => {
    if (failure.value !== null) return <Failure error={failure.value} onRetry={open} />;
    if (account.value) return <Entering account={account.value} />;
    if (!opened.value) return <p role="status">{t('welcome.opening')}</p>;
    return (
      <>
        <InvitationWords invitation={opened.value.invitation} />
        {visitor.value === null ? (
          <WaysIn token={token} opened={opened.value} onMade={(made) => (account.value = made)} />
        ) : (
          <Acceptance token={token} username={visitor.value} isAtOnce={!wasLoggedIn} />
        )}
      </>
    );
  };
  return (
    <>
      <h1>{opened.value?.invitation.deployment ?? APP_NAME}</h1>
      {body()}
    </>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function Failure({ error, onRetry }: FailureProps): JSX.Element {
  if (error instanceof Refused && error.status === 404) return <p role="alert">{t('welcome.invitationVoid')}</p>;
  return (
    <>
      <p role="alert">{failureText(error)}</p>
      <Button onClick={onRetry}>{t('design.retry')}</Button>
    </>
  );
}

const InvitationWords = ({ invitation }: { readonly invitation: Invitation }): JSX.Element => {
  const { inviter, rooms, expires_at: end } = invitation;
  return (
    <>
      <p class="muted">{inviter === null ? t('welcome.invited') : t('welcome.invitedBy', { name: inviter })}</p>
      {rooms.length > 0 && <p class="description">{t('welcome.rooms', { rooms: listOf(rooms) })}</p>}
      {invitation.role === 'guest' && <p class="description">{t('welcome.asGuest')}</p>}
      <p class="hint">{t('welcome.validUntil', { time: dayAndTime(end) })}</p>
    </>
  );
};

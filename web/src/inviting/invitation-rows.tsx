import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { ConfirmButton } from '../design/confirm-button.js';
import { listOf, t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { dayAndTime } from '../moderation/durations.js';
import { roomName } from '../rooms/names.js';
import { invitationPage, revokeInvitation } from './invitation-requests.js';
import type { InvitationPage, ListedInvitation } from './invitation-requests.js';
import { refusalText } from './refusal-text.js';

const STATES: Readonly<Record<ListedInvitation['state'], TextKey>> = {
  open: 'inviting.open',
  used: 'inviting.used',
  expired: 'inviting.expired',
  revoked: 'inviting.revoked',
};

/**
 * Lists the invitations of the user, the newest first.
 * @param made rises when another one is made
 */
export function InvitationRows({ made }: { readonly made: number }): JSX.Element {
  const page = useSignal<InvitationPage | null>(null);
  const errorText = useSignal('');
  const run = async (act: () => Promise<void>): Promise<void> => {
    errorText.value = '';
    await act().catch((error: unknown) => {
      errorText.value = refusalText(error);
    });
  };
  const read = (): Promise<void> =>
    run(async () => {
      page.value = await invitationPage(null);
    });
  const readMore = (before: InvitationPage): Promise<void> =>
    run(async () => {
      const { invitations, next_cursor } = await invitationPage(before.next_cursor);
      page.value = { invitations: [...before.invitations, ...invitations], next_cursor };
    });
  const revoke = (id: string): Promise<void> =>
    run(async () => {
      await revokeInvitation(id);
      page.value = page.value && {
        ...page.value,
        invitations: page.value.invitations.map((each) => (each.id === id ? { ...each, state: 'revoked' } : each)),
      };
    });
  useEffect(() => void read(), [made]);

  const shown = page.value;
  return (
    <section class="settings-section" aria-label={t('inviting.invitations')} aria-busy={shown === null}>
      <h3>{t('inviting.invitations')}</h3>
      <ul class="members">
        {shown?.invitations.map((each) => (
          <InvitationRow key={each.id} invitation={each} onRevoke={() => void revoke(each.id)} />
        ))}
      </ul>
      <p class="muted" role="status">
        {shown?.invitations.length === 0 && t('inviting.none')}
      </p>
      <p class="refusal" role="alert">
        {errorText}
      </p>
      {shown?.next_cursor && <Button onClick={() => void readMore(shown)}>{t('design.more')}</Button>}
    </section>
  );
}

interface InvitationRowProps {
  readonly invitation: ListedInvitation;
  readonly onRevoke: () => void;
}

function InvitationRow({ invitation, onRevoke }: InvitationRowProps): JSX.Element {
  const { rooms, self } = useChat();
  const { state, uses, used, inviter, users, email, expires_at: end } = invitation;
  const names = invitation.rooms.flatMap((id) => rooms.entry(id) ?? []).map(roomName);
  const time = dayAndTime(end);
  return (
    <li class="member">
      <p class="member-name">
        <span>
          <strong dir="auto">{names.length > 0 ? listOf(names) : t('inviting.withoutRoom')}</strong>{' '}
          <span class={state === 'open' ? 'role' : 'role is-over'}>{t(STATES[state])}</span>
        </span>
        <span class="session-details">
          {email !== null && `${email} · `}
          {t('inviting.usedCount', { used, uses })} · {t('inviting.validUntil', { time })}
          {inviter !== null && inviter !== self.username && ` · ${t('inviting.madeBy', { name: inviter })}`}
        </span>
        {users.length > 0 && (
          <span class="session-details">
            {t('inviting.usedBy', { names: listOf(users.map(({ username }) => username)) })}
          </span>
        )}
      </p>
      {state === 'open' && (
        <ConfirmButton
          aria-label={t('inviting.revokeOne', { time })}
          title={t('inviting.revokeQuestion')}
          question={t('inviting.revokeEffect')}
          verb={t('inviting.revoke')}
          onConfirm={onRevoke}
        >
          {t('inviting.revoke')}
        </ConfirmButton>
      )}
    </li>
  );
}

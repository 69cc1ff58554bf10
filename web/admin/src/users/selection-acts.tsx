import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { post } from '../api.js';
import { ApiError } from '../api-error.js';
import { errorText } from '../app/attempt.js';
import { FormButton } from '../app/form-button.js';
import type { FormField } from '../app/form-values.js';
import { may, mayOn } from '../app/me.js';
import { t } from '../languages/texts.js';
import { userPath } from './account.js';
import { guestUntilField } from './account-acts.js';
import type { AccountChange, AccountList } from './account-list.js';

interface Act {
  readonly label: string;
  readonly effect: string;
  readonly isPermitted: boolean;
  readonly isDangerous?: boolean;
  readonly fields?: readonly FormField[];
  readonly run: (username: string, body: Record<string, unknown>) => Promise<unknown>;
  /** What the rows show afterwards. */
  readonly change?: (body: Record<string, unknown>) => AccountChange;
}

const mayOnUsers = (right: string): boolean => mayOn(right, { role: 'user' });

const acts = (): readonly Act[] => [
  {
    label: t('users.deactivate'),
    effect: t('users.deactivateEffect'),
    isPermitted: mayOnUsers('users.deactivate'),
    isDangerous: true,
    run: (username) => post(`${userPath(username)}deactivate/`),
    change: () => ({ is_active: false, is_online: false }),
  },
  {
    label: t('users.activate'),
    effect: t('users.activateEffect'),
    isPermitted: mayOnUsers('users.deactivate'),
    run: (username) => post(`${userPath(username)}activate/`),
    change: () => ({ is_active: true }),
  },
  {
    label: t('users.revokeTokens'),
    effect: t('users.revokeEffect'),
    isPermitted: mayOnUsers('users.log_out'),
    isDangerous: true,
    run: (username) => post(`${userPath(username)}revoke-tokens/`),
    change: () => ({ log_ins: 0, is_online: false }),
  },
  {
    label: t('users.makeGuest'),
    effect: t('users.makeGuestEffect'),
    isPermitted: mayOnUsers('users.set_kind'),
    isDangerous: true,
    fields: [guestUntilField()],
    run: (username, body) => post(`${userPath(username)}kind/`, { ...body, kind: 'guest' }),
    change: ({ guest_until: until }) => ({ kind: 'guest', guest_until: typeof until === 'string' ? until : null }),
  },
  {
    label: t('users.makeMember'),
    effect: t('users.makeMemberEffect'),
    isPermitted: mayOnUsers('users.set_kind'),
    run: (username) => post(`${userPath(username)}kind/`, { kind: 'member' }),
    change: () => ({ kind: 'member', guest_until: null }),
  },
  {
    label: t('users.addToRoom'),
    effect: t('rooms.addMemberEffect'),
    isPermitted: may('rooms.manage'),
    fields: [{ name: 'room', label: t('audit.room'), kind: 'room', isRequired: true }],
    run: (username, { room }) => post(`rooms/${String(room)}/members/`, { username }),
  },
];

interface Failure {
  readonly username: string;
  readonly reason: string;
}

/** Refusals that every further user would have too. */
const OF_ALL = ['reauthentication_required', 'second_factor_required'];
const isOfAll = (error: unknown): boolean =>
  error instanceof ApiError && (OF_ALL.includes(error.code) || [0, 401, 429].includes(error.status));

/** Acts on all selected users, one after the other, and shows on whom an act has failed and why. They stay selected. */
export function SelectionActs({ list }: { readonly list: AccountList }): JSX.Element {
  const failures = useSignal<readonly Failure[]>([]);
  const usernames = [...list.selected.value];

  const runOnAll = async ({ run, change }: Act, body: Record<string, unknown>): Promise<void> => {
    const failed: Failure[] = [];
    failures.value = [];
    for (const username of usernames) {
      try {
        await run(username, body);
        if (change) list.change(new Set([username]), change(body));
        list.select(username, false);
      } catch (error) {
        if (isOfAll(error)) throw error;
        failed.push({ username, reason: errorText(error) });
      }
    }
    failures.value = failed;
    if (failed.length < usernames.length) toast(t('users.doneFor', { count: usernames.length - failed.length }));
  };

  return (
    <section class="bulk" aria-label={t('users.several')}>
      <p role="status" class="muted">
        {usernames.length > 0 ? t('users.selectedCount', { count: usernames.length }) : ''}
      </p>
      {usernames.length > 0 && (
        <div class="acts">
          {acts()
            .filter(({ isPermitted }) => isPermitted)
            .map((act) => (
              <FormButton
                key={act.label}
                label={act.label}
                kind={act.isDangerous === true ? 'danger' : 'plain'}
                form={{
                  title: t('users.actOnSeveral', { act: act.label, count: usernames.length }),
                  intro: act.effect,
                  verb: act.label,
                  isDangerous: act.isDangerous,
                  fields: act.fields ?? [],
                  onSubmit: (body) => runOnAll(act, body),
                }}
              />
            ))}
        </div>
      )}
      {failures.value.length > 0 && (
        <div role="alert">
          <ul class="refusal">
            {failures.value.map(({ username, reason }) => (
              <li key={username}>
                <bdi>{username}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { post, remove } from '../api.js';
import { pathOf } from '../app/addresses.js';
import { FormButton } from '../app/form-button.js';
import type { Form } from '../app/form-dialog.js';
import type { FormField } from '../app/form-values.js';
import { mayOn } from '../app/me.js';
import { go } from '../app/router.js';
import { t } from '../languages/texts.js';
import { userPath } from './account.js';
import type { Account, AccountDetail } from './answers.js';
import { PurgeButton } from './purge-button.js';
import { roleOptions } from './roles.js';

interface AccountActsProps {
  readonly account: AccountDetail;
  readonly onChange: () => Promise<void>;
}

interface Act {
  /** On the user. */
  readonly right: string;
  readonly label: string;
  readonly form: Pick<Form, 'intro' | 'isDangerous'> & { readonly fields?: Form['fields'] };
  /** Whether the account has another address afterwards. */
  readonly isMoved?: boolean;
  readonly run: (body: Record<string, unknown>) => Promise<unknown>;
}

/** The actions on an account; the role permits a part of them. */
function actsOn(account: AccountDetail): readonly Act[] {
  const { username, is_active: isActive, role } = account;
  const at = userPath(username);
  return [
    isActive
      ? {
          right: 'users.deactivate',
          label: t('users.deactivate'),
          form: { intro: t('users.deactivateEffect'), isDangerous: true },
          run: () => post(`${at}deactivate/`),
        }
      : {
          right: 'users.deactivate',
          label: t('users.activate'),
          form: { intro: t('users.activateEffect') },
          run: () => post(`${at}activate/`),
        },
    {
      right: 'users.set_password',
      label: t('users.setPassword'),
      form: {
        intro: t('users.setPasswordEffect'),
        fields: [
          { name: 'password', label: t('users.password'), kind: 'password', isRequired: true },
          { name: 'force', label: t('users.force'), kind: 'switch', hint: t('users.forcePasswordHint') },
        ],
      },
      run: (body) => post(`${at}password/`, body),
    },
    {
      right: 'users.rename',
      label: t('users.rename'),
      isMoved: true,
      form: {
        intro: t('users.renameEffect'),
        fields: [
          { name: 'username', label: t('users.username'), kind: 'text', isRequired: true, initial: username },
          { name: 'force', label: t('users.force'), kind: 'switch', hint: t('users.forceNewHint') },
        ],
      },
      run: async (body) => {
        const renamed = await post<Account>(`${at}username/`, body);
        go(pathOf('users', renamed.username));
      },
    },
    {
      right: 'users.set_role',
      label: t('users.setRole'),
      form: {
        intro: t('users.setRoleEffect'),
        fields: [{ name: 'role', label: t('users.role'), kind: 'choice', initial: role, options: roleOptions() }],
      },
      run: (body) => post(`${at}role/`, body),
    },
    account.kind === 'guest' ? madeMember(at) : madeGuest(at),
    ...(account.second_factor.enabled
      ? [
          {
            right: 'users.reset_second_factor',
            label: t('users.removeFactor'),
            form: { intro: t('users.removeFactorEffect'), isDangerous: true },
            run: () => remove(`${at}second-factor/`),
          },
        ]
      : []),
  ];
}

const madeMember = (at: string): Act => ({
  right: 'users.set_kind',
  label: t('users.makeMember'),
  form: { intro: t('users.makeMemberEffect') },
  run: () => post(`${at}kind/`, { kind: 'member' }),
});

export const guestUntilField = (): FormField => ({
  name: 'guest_until',
  label: t('users.guestUntil'),
  kind: 'time',
  hint: t('users.guestUntilHint'),
});

const madeGuest = (at: string): Act => ({
  right: 'users.set_kind',
  label: t('users.makeGuest'),
  form: {
    intro: t('users.makeGuestEffect'),
    isDangerous: true,
    fields: [guestUntilField()],
  },
  run: (body) => post(`${at}kind/`, { ...body, kind: 'guest' }),
});

export function AccountActs({ account, onChange }: AccountActsProps): JSX.Element | null {
  const acts = actsOn(account).filter(({ right }) => mayOn(right, account));
  const mayPurge = mayOn('messages.delete', account);
  if (acts.length === 0 && !mayPurge) return null;
  return (
    <section class="card" aria-label={t('users.acts')}>
      <h2>{t('users.acts')}</h2>
      <div class="acts">
        {acts.map(({ label, form, isMoved = false, run }) => (
          <FormButton
            key={label}
            label={label}
            kind={form.isDangerous === true ? 'danger' : 'plain'}
            form={{
              ...form,
              title: t('users.actOn', { act: label, name: account.username }),
              fields: form.fields ?? [],
              verb: label,
              onSubmit: async (body) => {
                await run(body);
                toast(t('app.done'));
                if (!isMoved) await onChange();
              },
            }}
          />
        ))}
        {mayPurge && <PurgeButton username={account.username} />}
      </div>
    </section>
  );
}

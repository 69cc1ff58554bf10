import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { post } from '../api.js';
import { pathOf } from '../app/addresses.js';
import { FormButton } from '../app/form-button.js';
import { go } from '../app/router.js';
import { t } from '../languages/texts.js';
import type { Account } from './answers.js';

/** Creates a user, and shows the page of the user. */
export const NewUserButton = (): JSX.Element => (
  <FormButton
    kind="primary"
    label={t('users.new')}
    form={{
      title: t('users.new'),
      verb: t('users.create'),
      fields: [
        { name: 'username', label: t('users.username'), kind: 'text', isRequired: true },
        { name: 'password', label: t('users.password'), kind: 'password', hint: t('users.noPassword') },
        { name: 'first_name', label: t('users.firstName'), kind: 'text' },
        { name: 'last_name', label: t('users.lastName'), kind: 'text' },
        { name: 'email', label: t('users.email'), kind: 'text' },
        { name: 'is_bot', label: t('users.bot'), kind: 'switch' },
        { name: 'force', label: t('users.force'), kind: 'switch', hint: t('users.forceNewHint') },
      ],
      onSubmit: async (body) => {
        const { username } = await post<Account>('users/', body);
        toast(t('users.created', { name: username }));
        go(pathOf('users', username));
      },
    }}
  />
);

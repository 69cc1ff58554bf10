import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { FormButton } from '../app/form-button.js';
import { t } from '../languages/texts.js';
import { purge, purgeTime } from '../users/purge.js';

/** Removes the new messages of several users, as after a flood of spam. */
export const PurgeAuthorsButton = ({ usernames }: { readonly usernames: readonly string[] }): JSX.Element => (
  <FormButton
    kind="danger"
    label={t('reports.purgeAuthors')}
    form={{
      title: t('reports.purgeAuthors'),
      intro: t('reports.purgeAuthorsEffect', { users: usernames.length }),
      verb: t('reports.purgeAuthors'),
      isDangerous: true,
      fields: [purgeTime()],
      onSubmit: async ({ hours }) => {
        let removed = 0;
        // One after the other: each locks the rooms of its messages.
        for (const username of usernames) removed += (await purge(username, hours)).removed;
        toast(t('reports.purgedAuthors', { removed, users: usernames.length }));
      },
    }}
  />
);

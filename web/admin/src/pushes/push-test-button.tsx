import type { JSX } from 'preact';

import { post } from '../api.js';
import { FormButton } from '../app/form-button.js';
import { t } from '../languages/texts.js';
import type { TestedSubscription } from './answers.js';

interface PushTestButtonProps {
  readonly onTested: (results: readonly TestedSubscription[]) => void;
}

/** Sends a push notification to each browser of a user. */
export const PushTestButton = ({ onTested }: PushTestButtonProps): JSX.Element => (
  <FormButton
    label={t('pushes.test')}
    form={{
      title: t('pushes.test'),
      verb: t('pushes.send'),
      intro: t('pushes.testEffect'),
      fields: [{ name: 'username', label: t('users.username'), kind: 'text', isRequired: true }],
      onSubmit: async (body) => {
        const { subscriptions } = await post<{ readonly subscriptions: readonly TestedSubscription[] }>(
          'pushes/test/',
          body,
        );
        onTested(subscriptions);
      },
    }}
  />
);

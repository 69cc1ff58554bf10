import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { toast } from '../../../src/design/toasts.js';
import { withQuery } from '../app/addresses.js';
import { AnswerView } from '../app/answer-view.js';
import { Facts } from '../app/facts.js';
import { FormButton } from '../app/form-button.js';
import { numberText } from '../app/numbers.js';
import { useAnswer } from '../app/use-answer.js';
import { t } from '../languages/texts.js';
import type { SenderPurgePlan } from './answers.js';
import { purge, purgeTime, sinceOf } from './purge.js';

/** Removes the messages that a user has sent in the last time, in all rooms. */
export const PurgeButton = ({ username }: { readonly username: string }): JSX.Element => (
  <FormButton
    kind="danger"
    label={t('users.purge')}
    form={{
      title: t('users.actOn', { act: t('users.purge'), name: username }),
      intro: t('users.purgeEffect'),
      verb: t('users.purge'),
      isDangerous: true,
      fields: [purgeTime()],
      preview: ({ hours }) => <Plan username={username} hours={hours} />,
      onSubmit: async ({ hours }) => {
        const { removed, rooms, held_rooms: held } = await purge(username, hours);
        toast(held > 0 ? t('users.purgedWithHeld', { removed, rooms, held }) : t('users.purged', { removed, rooms }));
      },
    }}
  />
);

/** Shows the number of messages that would be removed. */
function Plan({ username, hours }: { readonly username: string; readonly hours: unknown }): JSX.Element {
  const since = useMemo(() => sinceOf(hours), [hours]);
  const answer = useAnswer<SenderPurgePlan>(withQuery('messages/purge/', { sender: username, since }));
  return (
    <AnswerView answer={answer}>
      {({ messages, rooms, held_rooms: held }) => (
        <Facts
          facts={[
            [t('users.purgeMessages'), numberText(messages)],
            [t('users.purgeRooms'), numberText(rooms)],
            [t('users.purgeHeld'), numberText(held)],
          ]}
        />
      )}
    </AnswerView>
  );
}

import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { post } from '../api.js';
import { ActButton } from '../app/act-button.js';
import { Mark, Time } from '../app/facts.js';
import { FormButton } from '../app/form-button.js';
import { ItemList } from '../app/item-list.js';
import { UserLink } from '../app/link.js';
import { mayOn } from '../app/me.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import type { Restriction, RoomSummary } from './answers.js';

/** The restrictions in a room that are in force. */
export function RestrictionList({ room }: { readonly room: RoomSummary }): JSX.Element {
  const at = `rooms/${room.id}/restrictions/`;
  const list = useList<Restriction>(at, 'restrictions');
  const mayRestrict = mayOn('members.restrict', { role: 'user' });
  const set = async (body: object): Promise<void> => {
    await post(at, body);
    toast(t('app.done'));
    await list.reload();
  };
  return (
    <>
      {mayRestrict && (
        <div class="acts">
          <RestrictButton onSubmit={set} />
        </div>
      )}
      <ItemList
        label={t('rooms.restrictions')}
        list={list}
        keyOf={({ user_id }) => user_id}
        empty={t('rooms.noRestrictions')}
        row={(restriction) => (
          <>
            <RestrictionText restriction={restriction} />
            {mayRestrict && (
              <ActButton
                label={t('rooms.lift')}
                name={t('rooms.liftOf', { name: restriction.username })}
                onAct={() => set({ username: restriction.username, kind: 'none' })}
              />
            )}
          </>
        )}
      />
    </>
  );
}

function RestrictionText({ restriction }: { readonly restriction: Restriction }): JSX.Element {
  const { username, kind, until, reason, by } = restriction;
  return (
    <>
      <p class="row-title">
        <UserLink username={username} />{' '}
        <Mark kind="bad">{kind === 'mute' ? t('rooms.muted') : t('rooms.banned')}</Mark>
      </p>
      <p class="row-note">
        {until === null ? t('rooms.withoutEnd') : <Time iso={until} />} {reason !== null && <bdi>{reason}</bdi>}{' '}
        {by !== null && <UserLink username={by} />}
      </p>
    </>
  );
}

const RestrictButton = ({ onSubmit }: { readonly onSubmit: (body: object) => Promise<void> }): JSX.Element => (
  <FormButton
    label={t('rooms.restrict')}
    form={{
      title: t('rooms.restrict'),
      verb: t('rooms.restrict'),
      isDangerous: true,
      fields: [
        { name: 'username', label: t('users.username'), kind: 'text', isRequired: true },
        {
          name: 'kind',
          label: t('rooms.kind'),
          kind: 'choice',
          initial: 'mute',
          options: [
            ['mute', t('reports.mute')],
            ['ban', t('reports.ban')],
          ],
        },
        { name: 'until', label: t('rooms.until'), kind: 'time', hint: t('rooms.untilHint') },
        { name: 'reason', label: t('rooms.reason'), kind: 'text' },
      ],
      onSubmit,
    }}
  />
);

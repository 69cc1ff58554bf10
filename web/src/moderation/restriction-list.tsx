import type { Restrictions, RoomRestriction } from '@parley/client/conversations';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { PersonLabel } from '../people/person-label.js';
import { personName } from '../rooms/names.js';
import { dayAndTime } from './durations.js';

const PAGE_SIZE = 20;

interface RestrictionListProps {
  readonly restrictions: Restrictions;
  readonly shown: readonly RoomRestriction[];
}

/** Restrictions, each of which can be lifted. */
export function RestrictionList({ restrictions, shown }: RestrictionListProps): JSX.Element {
  const most = useSignal(PAGE_SIZE);
  return (
    <>
      <ul class="members">
        {shown.slice(0, most.value).map((restriction) => (
          <RestrictionRow
            key={restriction.user.id}
            restriction={restriction}
            onLift={() => void attempt(() => restrictions.restrict(restriction.user.id, 'none'))}
          />
        ))}
      </ul>
      {shown.length > most.value && <Button onClick={() => (most.value += PAGE_SIZE)}>{t('design.more')}</Button>}
    </>
  );
}

interface RowProps {
  readonly restriction: RoomRestriction;
  readonly onLift: () => void;
}

function RestrictionRow({ restriction: { user, kind, until, reason }, onLift }: RowProps): JSX.Element {
  const name = personName(user);
  const kindName = kind === 'mute' ? t('settings.muted') : t('settings.banned');
  return (
    <li class="member">
      <Avatar name={name} url={user.avatar} size="small" />
      <p class="member-name">
        <PersonLabel user={user} />
        {reason !== null && (
          <span class="muted restriction-reason" dir="auto">
            {reason}
          </span>
        )}
      </p>
      <span class="role">
        {until === null ? kindName : t('settings.restrictedUntil', { kind: kindName, time: dayAndTime(until) })}
      </span>
      <Button onClick={onLift} aria-label={t('settings.liftOf', { name })}>
        {t('settings.lift')}
      </Button>
    </li>
  );
}

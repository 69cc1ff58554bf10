import type { ComponentChildren, JSX } from 'preact';

import { fullTime } from '../../../src/design/times.js';
import { locale } from '../../../src/languages/translate.js';
import { withQuery } from '../app/addresses.js';
import type { QueryValues } from '../app/addresses.js';
import { ItemList } from '../app/item-list.js';
import { UserLink } from '../app/link.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import { NamedRoomLink } from '../rooms/named-room-link.js';
import type { AuditEntry } from './answers.js';

/** The entries of the audit log, the newest first. */
export function EntryList({ filters }: { readonly filters: QueryValues }): JSX.Element {
  const list = useList<AuditEntry>(withQuery('audit/', filters), 'entries');
  return (
    <div class="entries">
      <ItemList
        label={t('audit.title')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('audit.none')}
        row={(entry) => <EntryView entry={entry} />}
      />
    </div>
  );
}

/** One line where there is space for it. */
function EntryView({ entry }: { readonly entry: AuditEntry }): JSX.Element {
  const { at, key, origin, action, room_id: roomId, subject, details } = entry;
  return (
    <dl class="entry">
      <Part name={t('audit.at')}>
        <time dateTime={at} title={fullTime(at)}>
          {momentText(at)}
        </time>
      </Part>
      <Part name={t('audit.action')}>
        <code>{action}</code>
      </Part>
      <Part name={t('audit.actor')}>
        <ActorView entry={entry} />
      </Part>
      <Part name={t('audit.subject')}>{subject && <UserLink username={subject.username} />}</Part>
      <Part name={t('audit.room')}>{roomId !== null && <NamedRoomLink id={roomId} />}</Part>
      <Part name={t('audit.key')}>{key && <bdi>{key.name ?? key.id}</bdi>}</Part>
      <Part name={t('audit.address')}>{origin?.address}</Part>
      {Object.entries(details).map(([name, value]) => (
        <Part key={name} name={name.replaceAll('_', ' ')}>
          {valueText(value)}
        </Part>
      ))}
    </dl>
  );
}

/** Without a value it is not shown. */
const Part = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children?: ComponentChildren;
}): JSX.Element | null =>
  children === undefined || children === null || children === false || children === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );

/** The user of a log-in is known once it has succeeded. */
function ActorView({ entry: { actor, action, subject } }: { readonly entry: AuditEntry }): JSX.Element {
  const known = actor ?? (action === 'log_in.succeeded' ? subject : null);
  if (known) return <UserLink username={known.username} />;
  return <>{action.startsWith('log_in.') ? t('audit.unknown') : t('audit.operator')}</>;
}

/** For example `29 Nov 2026, 08:45:12`: entries follow each other within a minute. */
const momentText = (iso: string): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

import type { JSX } from 'preact';

import { withQuery } from '../app/addresses.js';
import type { QueryValues } from '../app/addresses.js';
import { Facts, Time } from '../app/facts.js';
import { ItemList } from '../app/item-list.js';
import { RoomLink, UserLink } from '../app/link.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import type { AuditEntry } from './answers.js';

/** The entries of the audit log, the newest first. */
export function EntryList({ filters }: { readonly filters: QueryValues }): JSX.Element {
  const list = useList<AuditEntry>(withQuery('audit/', filters), 'entries');
  return (
    <ItemList
      label={t('audit.title')}
      list={list}
      keyOf={({ id }) => id}
      empty={t('audit.none')}
      row={(entry) => <EntryView entry={entry} />}
    />
  );
}

function EntryView({ entry }: { readonly entry: AuditEntry }): JSX.Element {
  const { at, actor, key, origin, action, room_id: roomId, subject, details } = entry;
  return (
    <>
      <p class="row-title">
        <code>{action}</code>
      </p>
      <Facts
        facts={[
          [t('audit.at'), <Time iso={at} />],
          [t('audit.actor'), actor ? <UserLink username={actor.username} /> : t('audit.operator')],
          [t('audit.subject'), subject && <UserLink username={subject.username} />],
          [t('audit.room'), roomId === null ? null : <RoomLink id={roomId} />],
          [t('audit.key'), key && (key.name ?? key.id)],
          [t('audit.address'), origin?.address ?? null],
          ...Object.entries(details).map(([name, value]) => [name, valueText(value)] as const),
        ]}
      />
    </>
  );
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

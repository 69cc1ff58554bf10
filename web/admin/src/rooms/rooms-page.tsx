import type { JSX } from 'preact';

import { withQuery } from '../app/addresses.js';
import { Filters, filterValues } from '../app/filters.js';
import type { FormField } from '../app/form-values.js';
import { Heading } from '../app/heading.js';
import { ItemList } from '../app/item-list.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import type { RoomSummary } from './answers.js';
import { typeOptions } from './room-names.js';
import { RoomRow } from './room-row.js';

const filters = (): readonly FormField[] => [
  { name: 'query', label: t('rooms.query'), kind: 'text' },
  { name: 'type', label: t('rooms.type'), kind: 'choice', options: [['', t('app.all')], ...typeOptions()] },
];

export function RoomsPage(): JSX.Element {
  const fields = filters();
  const list = useList<RoomSummary>(withQuery('rooms/', filterValues(fields)), 'rooms');
  return (
    <>
      <Heading title={t('rooms.title')} />
      <Filters label={t('rooms.find')} fields={fields} />
      <ItemList
        label={t('rooms.title')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('rooms.none')}
        row={(room) => <RoomRow room={room} />}
      />
    </>
  );
}

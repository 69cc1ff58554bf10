import type { JSX } from 'preact';

import { withQuery } from '../app/addresses.js';
import { Facts, Mark, Time } from '../app/facts.js';
import { Filters, filterValues } from '../app/filters.js';
import type { FormField } from '../app/form-values.js';
import { Heading } from '../app/heading.js';
import { ItemList } from '../app/item-list.js';
import { RoomLink, UserLink } from '../app/link.js';
import { may } from '../app/me.js';
import { fileSize } from '../app/numbers.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import type { ListedFile } from './answers.js';
import { OrphansButton } from './orphans-button.js';

const STATES = ['open', 'pending', 'ready', 'blocked', 'removing'];

const filters = (): readonly FormField[] => [
  { name: 'user', label: t('users.username'), kind: 'text' },
  { name: 'room', label: t('audit.roomId'), kind: 'room' },
  {
    name: 'state',
    label: t('files.state'),
    kind: 'choice',
    options: [['', t('app.all')], ...STATES.map((state) => [state, state] as const)],
  },
];

/** Finds files, and removes bytes that no file needs. */
export function FilesPage(): JSX.Element {
  const fields = filters();
  const list = useList<ListedFile>(withQuery('files/', filterValues(fields)), 'files');
  return (
    <>
      <Heading title={t('files.title')}>{may('files.purge') && <OrphansButton />}</Heading>
      <Filters label={t('files.find')} fields={fields} />
      <ItemList
        label={t('files.title')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('files.none')}
        row={(file) => <FileView file={file} />}
      />
    </>
  );
}

const KINDS: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = { ready: 'good', pending: 'warn', blocked: 'bad' };

const FileView = ({ file }: { readonly file: ListedFile }): JSX.Element => (
  <>
    <p class="row-title">
      <bdi>{file.filename}</bdi> <Mark kind={KINDS[file.state] ?? 'plain'}>{file.state}</Mark>
    </p>
    <Facts
      facts={[
        [t('files.id'), <code>{file.id}</code>],
        [t('files.user'), file.username === null ? null : <UserLink username={file.username} />],
        [t('audit.room'), file.room_id === null ? null : <RoomLink id={file.room_id} />],
        [t('files.type'), file.mime_type],
        [t('files.size'), fileSize(file.bytes)],
        [t('files.found'), file.signature],
        [t('files.createdAt'), <Time iso={file.created_at} />],
        [t('files.expires'), file.expires_at === null ? null : <Time iso={file.expires_at} />],
        [t('files.hash'), file.sha256 === null ? null : <code>{file.sha256}</code>],
      ]}
    />
  </>
);

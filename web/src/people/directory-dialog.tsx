import type { ListedChannel, Profile } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { rove } from '../design/roving.js';
import { Segments } from '../design/segments.js';
import { t } from '../languages/translate.js';
import { showRoom } from '../location.js';
import { joinRoom } from '../rooms/join-room.js';
import { personName, statusText } from '../rooms/names.js';
import { PersonDialog } from './person-dialog.js';
import { PersonLabel } from './person-label.js';
import { usePages } from './use-pages.js';
import type { FoundPages } from './use-pages.js';

type Kind = 'people' | 'channels';

const LABELS = { people: 'people.userName', channels: 'people.channelName' } as const;

interface DirectoryProps {
  /** What is searched for first. */
  readonly kind?: Kind;
  readonly onClose: () => void;
}

/** Finds users and public channels, as far as the deployment permits it. */
export function DirectoryDialog({ kind: first = 'people', onClose }: DirectoryProps): JSX.Element {
  const kind = useSignal(first);
  const query = useSignal('');
  const text = query.value.trim();
  return (
    <Dialog title={t('people.directory')} onClose={onClose} isWide>
      <Segments
        legend={t('people.searchFor')}
        name="directory"
        options={[
          ['people', t('people.people')],
          ['channels', t('people.channels')],
        ]}
        chosen={kind.value}
        onChoose={(chosen) => (kind.value = chosen)}
      />
      <input
        class="input"
        type="search"
        aria-label={t(LABELS[kind.value])}
        placeholder={t(LABELS[kind.value])}
        autocapitalize="off"
        spellcheck={false}
        value={query.value}
        data-first
        onInput={(event) => (query.value = event.currentTarget.value)}
      />
      {kind.value === 'people' ? (
        <People query={text} onOpened={onClose} />
      ) : (
        <Channels query={text} onOpened={onClose} />
      )}
    </Dialog>
  );
}

interface ResultsProps {
  readonly query: string;
  readonly onOpened: () => void;
}

function People({ query, onOpened }: ResultsProps): JSX.Element {
  const { users } = useChat();
  const shown = useSignal<Profile | null>(null);
  const pages = usePages<Profile>(query || null, async (text, cursor) => {
    const page = await users.search(text, cursor === undefined ? {} : { cursor });
    return { items: page.users, next: page.next_cursor };
  });
  return (
    <>
      <Results pages={pages} none={t('people.noUserFound')} forbidden="">
        {pages.found?.items.map((user) => (
          <li key={user.id}>
            <button type="button" class="choice" aria-haspopup="dialog" onClick={() => (shown.value = user)}>
              <Avatar name={personName(user)} url={user.avatar} size="small" />
              <span>
                <PersonLabel user={user} />
                {statusText(user) && <bdi class="muted"> {statusText(user)}</bdi>}
              </span>
            </button>
          </li>
        ))}
      </Results>
      {shown.value && <PersonDialog user={shown.value} onOpened={onOpened} onClose={() => (shown.value = null)} />}
    </>
  );
}

function Channels({ query, onOpened }: ResultsProps): JSX.Element {
  const { channels } = useChat();
  const pages = usePages<ListedChannel>(query, async (text, cursor) => {
    const page = await channels.search({ ...(text && { query: text }), ...(cursor !== undefined && { cursor }) });
    return { items: page.channels, next: page.next_cursor };
  });
  return (
    <Results pages={pages} none={t('people.noChannelFound')} forbidden={t('people.channelsNotListed')}>
      {pages.found?.items.map((channel) => (
        <li key={channel.id} class="directory-channel">
          <button
            type="button"
            class="choice"
            onClick={() => {
              showRoom(channel.id);
              onOpened();
            }}
          >
            <Avatar name={channel.name} url={channel.avatar} icon="hash" size="small" />
            <span>
              <bdi>{channel.name}</bdi> <span class="muted">{membersText(channel)}</span>
              {channel.description && (
                <span class="muted directory-description" dir="auto">
                  {channel.description}
                </span>
              )}
            </span>
          </button>
          {!channel.joined && <JoinButton channel={channel} onJoined={onOpened} />}
        </li>
      ))}
    </Results>
  );
}

interface JoinButtonProps {
  readonly channel: ListedChannel;
  readonly onJoined: () => void;
}

function JoinButton({ channel: { id, name }, onJoined }: JoinButtonProps): JSX.Element {
  const chat = useChat();
  const isBusy = useSignal(false);
  const join = async (): Promise<void> => {
    isBusy.value = true;
    if (await joinRoom(chat, id)) {
      showRoom(id);
      onJoined();
    }
    isBusy.value = false;
  };
  return (
    <Button isBusy={isBusy.value} aria-label={t('people.joinChannel', { name })} onClick={() => void join()}>
      {t('rooms.join')}
    </Button>
  );
}

function membersText({ member_count: count, joined }: ListedChannel): string {
  const members = t('rooms.memberCount', { count });
  return joined ? `${members} · ${t('people.joined')}` : members;
}

interface ResultListProps {
  readonly pages: FoundPages<unknown>;
  /** Shown if nothing was found. */
  readonly none: string;
  /** Shown if the deployment does not permit the search. */
  readonly forbidden: string;
  readonly children: ComponentChildren;
}

function Results({ pages, none, forbidden, children }: ResultListProps): JSX.Element {
  const { found, isForbidden, loadMore } = pages;
  return (
    <>
      <p class="muted" role="status">
        {isForbidden ? forbidden : found?.items.length === 0 && none}
      </p>
      <ul class="choices" onKeyDown={(event) => rove(event, 'button')}>
        {children}
      </ul>
      {found && found.next !== null && <Button onClick={loadMore}>{t('design.more')}</Button>}
    </>
  );
}

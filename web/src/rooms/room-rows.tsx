import type { RoomListEntry } from '@parley/client';
import { folded } from '@parley/protocol/text';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { rove } from '../design/roving.js';
import { onDemand } from '../design/on-demand.js';
import { t, withAllTexts } from '../languages/translate.js';
import { roomName } from './names.js';
import { RoomRow } from './room-row.js';

const FirstSteps = onDemand(async () => (await withAllTexts(import('./first-steps.js'))).FirstSteps);

/** The filter is shown for more rooms than this. */
const FILTER_FROM = 6;

/** Whether a name has each word of a query, with or without the spaces of the name. */
const hasWords = (name: string, query: string): boolean =>
  [name, name.replaceAll(' ', '')].some((text) => query.split(' ').every((word) => text.includes(word)));

/** The list of rooms: favourites first, archived ones at the end, where they are shown on request. */
export function RoomRows(): JSX.Element {
  const { rooms } = useChat();
  const filter = useSignal('');
  const all = rooms.sorted.value;
  if (!rooms.isLoaded.value && all.length === 0) return <Skeletons />;
  const query = folded(filter.value.trim());
  const shown = all.filter((entry) => hasWords(folded(roomName(entry)), query));
  return (
    <div class="room-list">
      {all.length > FILTER_FROM && (
        <input
          class="input room-filter"
          type="search"
          placeholder={t('rooms.filterRooms')}
          aria-label={t('rooms.filterRooms')}
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
      )}
      {shown.length === 0 ? (
        <>
          <p class="muted room-list-empty">{all.length === 0 ? t('rooms.noConversations') : t('rooms.noneFound')}</p>
          {all.length === 0 && <FirstSteps />}
        </>
      ) : (
        <Groups entries={shown} isSearching={query !== ''} />
      )}
    </div>
  );
}

interface GroupsProps {
  readonly entries: readonly RoomListEntry[];
  /** Found rooms are shown, archived or not. */
  readonly isSearching: boolean;
}

function Groups({ entries, isSearching }: GroupsProps): JSX.Element {
  const { preferences } = useChat();
  const showsArchived = useSignal(false);
  const archived = entries.filter((entry) => preferences.isArchived(entry));
  const present = entries.filter((entry) => !preferences.isArchived(entry));
  const favourites = present.filter(({ id }) => preferences.isFavourite(id));
  const others = present.filter(({ id }) => !preferences.isFavourite(id));
  const isOpen = isSearching || showsArchived.value;
  return (
    <div onKeyDown={(event) => rove(event, 'a')}>
      {favourites.length > 0 && <h2 class="room-group">{t('rooms.favourites')}</h2>}
      <Rows entries={favourites} isFirst />
      {favourites.length > 0 && others.length > 0 && <h2 class="room-group">{t('rooms.others')}</h2>}
      <Rows entries={others} isFirst={favourites.length === 0} />
      {archived.length > 0 && (
        <button
          type="button"
          class="room-group room-group-button"
          aria-expanded={isOpen}
          onClick={() => (showsArchived.value = !showsArchived.value)}
        >
          {t('rooms.archivedCount', { count: archived.length })}
        </button>
      )}
      {isOpen && <Rows entries={archived} isFirst={present.length === 0} />}
    </div>
  );
}

interface RowsProps {
  readonly entries: readonly RoomListEntry[];
  /** Whether the first of them is the first of the list. */
  readonly isFirst: boolean;
}

const Rows = ({ entries, isFirst }: RowsProps): JSX.Element | null =>
  entries.length === 0 ? null : (
    <ul>
      {entries.map((entry, at) => (
        <RoomRow key={entry.id} entry={entry} isFirst={isFirst && at === 0} />
      ))}
    </ul>
  );

function Skeletons(): JSX.Element {
  return (
    <div class="room-list" aria-busy="true" aria-label={t('rooms.loadingRooms')} role="status">
      {[1, 2, 3, 4, 5].map((each) => (
        <div key={each} class="skeleton-row">
          <span class="skeleton skeleton-avatar" />
          <span class="skeleton skeleton-text" />
        </div>
      ))}
    </div>
  );
}

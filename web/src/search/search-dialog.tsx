import type { RoomListEntry, SearchPage, SearchResult } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { rove } from '../design/roving.js';
import { toast } from '../design/toasts.js';
import { attempt } from '../errors.js';
import { showRoom } from '../location.js';
import { roomName } from '../rooms/room-name.js';
import { FoundRow } from './found-row.js';

/** A pause in typing after which it is worth asking. */
const PAUSE_MS = 300;

interface SearchProps {
  /** The room to look in; else all. */
  readonly entry?: RoomListEntry | undefined;
  readonly onClose: () => void;
}

export function SearchDialog({ entry, onClose }: SearchProps): JSX.Element {
  const chat = useChat();
  const query = useSignal('');
  const isEverywhere = useSignal(entry === undefined);
  const found = useSignal<SearchPage | null>(null);
  const wanted = query.value.trim();
  const roomId = isEverywhere.value ? undefined : entry?.id;
  const where = roomId === undefined ? {} : { roomId };

  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      if (!wanted) found.value = null;
      else
        void attempt(async () => {
          const page = await chat.parley.search(wanted, where);
          if (!isOver) found.value = page;
        });
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted, roomId]);

  const more = (): Promise<boolean> =>
    attempt(async () => {
      const before = found.value;
      if (!before?.next_before) return;
      const { results, next_before } = await chat.parley.search(wanted, { ...where, before: before.next_before });
      // Unless something else is looked for by now.
      if (found.value === before) found.value = { results: [...before.results, ...results], next_before };
    });

  const go = async ({ message }: SearchResult): Promise<void> => {
    onClose();
    const there = chat.rooms.entry(message.room.id);
    if (!there) return;
    showRoom(there.id);
    const isThere = await chat.openRooms.show(there.id, undefined).goTo(message.id, message.seq);
    if (!isThere) toast('That message is too far back.');
  };

  return (
    <Dialog title="Search" onClose={onClose} isWide>
      <input
        class="input"
        type="search"
        aria-label="Search messages"
        placeholder="What was said"
        value={query.value}
        data-first
        onInput={(event) => {
          query.value = event.currentTarget.value;
        }}
      />
      {entry && (
        <fieldset class="segments">
          <legend class="unseen">Where</legend>
          {[false, true].map((everywhere) => (
            <label key={String(everywhere)}>
              <input
                type="radio"
                name="where"
                checked={isEverywhere.value === everywhere}
                onChange={() => {
                  isEverywhere.value = everywhere;
                }}
              />
              <span>{everywhere ? 'All rooms' : roomName(entry)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <p class="muted search-count" role="status">
        {found.value && countInWords(found.value)}
      </p>
      <ul
        class="choices"
        onKeyDown={(event) => {
          rove(event, 'button');
        }}
      >
        {found.value?.results.map((each) => (
          <FoundRow key={each.message.id} found={each} onChoose={() => void go(each)} />
        ))}
      </ul>
      {found.value?.next_before && <Button onClick={() => void more()}>More</Button>}
    </Dialog>
  );
}

function countInWords({ results, next_before: next }: SearchPage): string {
  const { length: count } = results;
  if (count === 0) return 'Nothing was found.';
  if (next !== null) return `The first ${String(count)} messages`;
  return count === 1 ? 'One message' : `${String(count)} messages`;
}

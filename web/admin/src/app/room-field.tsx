import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { Labelled } from '../../../src/design/labelled.js';
import { get } from '../api.js';
import { t } from '../languages/texts.js';
import type { RoomSummary } from '../rooms/answers.js';
import { nameOf } from '../rooms/named-room-link.js';
import { roomName, typeName } from '../rooms/room-names.js';
import { withQuery } from './addresses.js';
import type { FormFieldProps } from './form-values.js';

const PAUSE_MS = 200;
const MOST_FOUND = 8;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Chooses a room, or several, by the beginning of a name. An id may be written too. */
export function RoomField({ field, value, error }: FormFieldProps): JSX.Element {
  const text = useSignal('');
  const found = useSignal<readonly RoomSummary[] | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const chosen = value.value.split(' ').filter(Boolean);
  const isOne = field.kind === 'room';

  useFoundRooms(text.value, field.options?.[0]?.[0], (rooms) => (found.value = rooms));
  const choose = (id: string): void => {
    value.value = isOne ? id : [...new Set([...chosen, id])].join(' ');
    text.value = '';
    found.value = null;
    input.current?.focus();
  };
  const write = (written: string): void => {
    text.value = written;
    found.value = null;
    if (ID.test(written.trim())) choose(written.trim().toLowerCase());
  };

  return (
    <div class="room-field">
      <Labelled label={field.label} hint={field.hint} error={error}>
        {(attributes) => (
          <input
            {...attributes}
            ref={input}
            class="input"
            type="text"
            name={field.name}
            autocomplete="off"
            spellcheck={false}
            placeholder={t('rooms.searchName')}
            value={text.value}
            onInput={(event) => write(event.currentTarget.value)}
            onKeyDown={(event) => {
              const [first] = found.value ?? [];
              if (event.key !== 'Enter' || text.value === '') return;
              event.preventDefault();
              if (first) choose(first.id);
            }}
          />
        )}
      </Labelled>
      {found.value !== null && (
        <ul class="found-rooms" aria-label={t('rooms.found')}>
          {found.value.map((room) => (
            <li key={room.id}>
              <button type="button" onClick={() => choose(room.id)}>
                <bdi>{roomName(room)}</bdi> <span class="muted">{typeName(room.type)}</span>
              </button>
            </li>
          ))}
          {found.value.length === 0 && <li class="muted">{t('rooms.none')}</li>}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul class="chosen-rooms">
          {chosen.map((id) => (
            <ChosenRoom
              key={id}
              id={id}
              onRemove={() => {
                value.value = chosen.filter((each) => each !== id).join(' ');
                input.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function ChosenRoom({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }): JSX.Element {
  const name = nameOf(id).value;
  return (
    <li title={id}>
      <bdi>{name}</bdi>
      <button type="button" aria-label={t('rooms.removeChosen', { name })} onClick={onRemove}>
        ×
      </button>
    </li>
  );
}

/** Finds rooms by a beginning of their names, a moment after it was written. @param type undefined: of all types */
function useFoundRooms(
  query: string,
  type: string | undefined,
  onFound: (rooms: readonly RoomSummary[]) => void,
): void {
  useEffect(() => {
    if (query.trim() === '') return undefined;
    let isLate = false;
    const timer = setTimeout(() => {
      const path = withQuery('rooms/', { query: query.trim(), type, limit: MOST_FOUND });
      get<{ readonly rooms: readonly RoomSummary[] }>(path).then(
        ({ rooms }) => {
          if (!isLate) onFound(rooms);
        },
        () => {
          if (!isLate) onFound([]);
        },
      );
    }, PAUSE_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [query, type]);
}

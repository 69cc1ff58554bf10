import type { RoomListEntry } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

import { Avatar } from '../design/avatar.js';
import { Field } from '../design/field.js';
import { Icon } from '../design/icon.js';
import { rove } from '../design/roving.js';
import { t } from '../languages/translate.js';
import { fitting } from '../switcher/matching.js';
import './room-choices.css';
import { roomAvatar, roomIcon, roomName } from './names.js';

/** Of the rooms that fit; further ones are found by more letters. */
const MOST_SHOWN = 100;
/** The filter is shown for more rooms than this. */
const FILTER_FROM = 6;

interface RoomChoicesProps {
  readonly legend: string;
  readonly entries: readonly RoomListEntry[];
  /** The ids of the chosen ones. */
  readonly chosen: Signal<ReadonlySet<string>>;
  /** How many can be chosen. */
  readonly most: number;
  /** Why the chosen ones were refused. */
  readonly error?: string | undefined;
}

/** Chooses several rooms of a list, which is filtered by what is typed. */
export function RoomChoices({ legend, entries, chosen, most, error }: RoomChoicesProps): JSX.Element {
  const id = useId();
  const filter = useSignal('');
  const found = fitting(entries, filter.value, roomName, MOST_SHOWN);
  const isFull = chosen.value.size >= most;
  const toggle = (roomId: string): void => {
    const next = new Set(chosen.value);
    if (!next.delete(roomId) && !isFull) next.add(roomId);
    chosen.value = next;
  };
  return (
    <fieldset class="room-choices" aria-describedby={error === undefined ? undefined : id}>
      <legend>{legend}</legend>
      {entries.length > FILTER_FROM && <Field label={t('rooms.filterRooms')} value={filter} autocomplete="off" />}
      <ul class="choices room-choices-list" onKeyDown={(event) => rove(event, 'button')}>
        {found.map((entry) => (
          <RoomChoice
            key={entry.id}
            entry={entry}
            isChosen={chosen.value.has(entry.id)}
            isFull={isFull}
            onToggle={toggle}
          />
        ))}
      </ul>
      <p class="muted" role="status">
        {found.length === 0 && t('rooms.noneFound')}
        {isFull && t('rooms.mostRooms', { most })}
      </p>
      {error !== undefined && (
        <p id={id} class="refusal" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface RoomChoiceProps {
  readonly entry: RoomListEntry;
  readonly isChosen: boolean;
  readonly isFull: boolean;
  readonly onToggle: (id: string) => void;
}

const RoomChoice = ({ entry, isChosen, isFull, onToggle }: RoomChoiceProps): JSX.Element => (
  <li>
    <button
      type="button"
      class="choice"
      aria-pressed={isChosen}
      disabled={isFull && !isChosen}
      onClick={() => onToggle(entry.id)}
    >
      <Avatar name={roomName(entry)} url={roomAvatar(entry)} icon={roomIcon(entry)} size="small" />
      <span class="room-choice-name" dir="auto">
        {roomName(entry)}
      </span>
      {isChosen && <Icon name="check" />}
    </button>
  </li>
);

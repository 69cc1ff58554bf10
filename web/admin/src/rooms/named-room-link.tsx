import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { get } from '../api.js';
import { withQuery } from '../app/addresses.js';
import { RoomLink } from '../app/link.js';
import type { RoomSummary } from './answers.js';

/** The names that were read last are kept. */
const MOST_NAMES = 500;
/** The part of an id that is shown for a room without a name, or one that was deleted. */
const SHORT = 8;

const names = new Map<string, Signal<string>>();

/** The name of a room, which is read once. */
export function nameOf(id: string): Signal<string> {
  const known = names.get(id);
  if (known) return known;
  const name = signal(`${id.slice(0, SHORT)}…`);
  names.set(id, name);
  const [oldest] = names.keys();
  if (names.size > MOST_NAMES && oldest !== undefined) names.delete(oldest);
  get<{ readonly rooms: readonly RoomSummary[] }>(withQuery('rooms/', { query: id })).then(
    ({ rooms: [room] }) => {
      if (room && room.name !== '') name.value = room.name;
    },
    // The beginning of the id stays.
    () => undefined,
  );
  return name;
}

/** A link to a room whose id alone is known. */
export const NamedRoomLink = ({ id }: { readonly id: string }): JSX.Element => (
  <span title={id}>
    <RoomLink id={id} name={nameOf(id).value} />
  </span>
);

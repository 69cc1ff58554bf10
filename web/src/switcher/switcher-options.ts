import type { Profile, RoomListEntry } from '@parley/client';

import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import type { PageDialog } from '../page-dialog.js';
import { personName, roomName } from '../rooms/names.js';
import { fitting } from './matching.js';

/** A target of the switcher. */
export type SwitcherOption =
  | { readonly kind: 'room'; readonly key: string; readonly entry: RoomListEntry }
  | { readonly kind: 'person'; readonly key: string; readonly user: Profile }
  | { readonly kind: 'command'; readonly key: string; readonly text: TextKey; readonly command: Command };

/** A dialog of the page to open, or the log-out. */
export type Command = PageDialog | 'logOut';

const COMMANDS: readonly (readonly [Command, TextKey])[] = [
  ['new', 'rooms.newConversation'],
  ['search', 'rooms.searchMessages'],
  ['directory', 'rooms.directory'],
  ['threads', 'rooms.threads'],
  ['saved', 'rooms.savedAndScheduled'],
  ['settings', 'rooms.settings'],
  ['shortcuts', 'switcher.shortcuts'],
  ['logOut', 'rooms.logOut'],
];

const MOST_ROOMS = 8;
const MOST_PEOPLE = 5;

/**
 * The options for what was typed: rooms, users, and commands.
 * @param entries the rooms, those with the latest activity first; those with unread messages come before them, and the
 *   shown one after them
 * @param people that the directory has found; those with whom the user has a chat are among the rooms
 */
export function switcherOptions(
  typed: string,
  entries: readonly RoomListEntry[],
  people: readonly Profile[],
  shownId: string | null,
): readonly SwitcherOption[] {
  const rank = ({ id, unread_count: unread }: RoomListEntry): number => (id === shownId ? 2 : Number(unread === 0));
  const ranked = entries.toSorted((one, other) => rank(one) - rank(other));
  const rooms = fitting(ranked, typed, roomName, MOST_ROOMS);
  const peers = new Set(
    entries.flatMap((entry) => (entry.type === 'OneToOneChat' && entry.peer ? [entry.peer.id] : [])),
  );
  const others = people.filter(({ id }) => !peers.has(id)).slice(0, MOST_PEOPLE);
  const commands = fitting(COMMANDS, typed, ([, text]) => t(text), COMMANDS.length);
  return [
    ...rooms.map((entry) => ({ kind: 'room', key: entry.id, entry }) as const),
    ...others.map((user) => ({ kind: 'person', key: String(user.id), user }) as const),
    ...commands.map(([command, text]) => ({ kind: 'command', key: command, text, command }) as const),
  ];
}

export const optionName = (option: SwitcherOption): string => {
  if (option.kind === 'room') return roomName(option.entry);
  return option.kind === 'person' ? personName(option.user) : t(option.text);
};

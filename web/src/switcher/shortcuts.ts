import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { showRoom, shownRoomId } from '../location.js';
import { pageDialog } from '../page-dialog.js';
import type { RoomList } from '../rooms/room-list.js';

interface Shortcut {
  /** The names of the keys, which are pressed together. `Mod` is Command on a Mac, and Control elsewhere. */
  readonly keys: readonly string[];
  readonly text: TextKey;
  /** Undefined: the part of the page that has the focus handles it. */
  readonly act?: (rooms: RoomList) => void;
}

/** All shortcuts of the page, as the user sees them. */
export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: ['Mod', 'K'],
    text: 'switcher.open',
    act: () => {
      pageDialog.value = 'switcher';
    },
  },
  {
    keys: ['Mod', '/'],
    text: 'switcher.showShortcuts',
    act: () => {
      pageDialog.value = 'shortcuts';
    },
  },
  {
    keys: ['Alt', 'ArrowUp'],
    text: 'switcher.previousRoom',
    act: (rooms) => {
      showNeighbour(rooms, -1, false);
    },
  },
  {
    keys: ['Alt', 'ArrowDown'],
    text: 'switcher.nextRoom',
    act: (rooms) => {
      showNeighbour(rooms, 1, false);
    },
  },
  {
    keys: ['Alt', 'Shift', 'ArrowUp'],
    text: 'switcher.previousUnread',
    act: (rooms) => {
      showNeighbour(rooms, -1, true);
    },
  },
  {
    keys: ['Alt', 'Shift', 'ArrowDown'],
    text: 'switcher.nextUnread',
    act: (rooms) => {
      showNeighbour(rooms, 1, true);
    },
  },
  { keys: ['Enter'], text: 'switcher.send' },
  { keys: ['Shift', 'Enter'], text: 'switcher.newLine' },
  { keys: ['ArrowUp'], text: 'switcher.editLast' },
  { keys: ['Escape'], text: 'switcher.cancel' },
  { keys: ['Tab'], text: 'switcher.toActions' },
];

function showNeighbour({ sorted }: RoomList, step: 1 | -1, isUnread: boolean): void {
  const rooms = sorted.peek();
  const at = rooms.findIndex(({ id }) => id === shownRoomId.peek());
  const beyond = step === 1 ? rooms.slice(at + 1) : rooms.slice(0, Math.max(at, 0)).toReversed();
  const next = beyond.find(({ unread_count: unread }) => !isUnread || unread > 0);
  if (next) showRoom(next.id);
}

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

const pressed = (event: KeyboardEvent): string =>
  [
    (isMac ? event.metaKey : event.ctrlKey) && 'Mod',
    event.altKey && 'Alt',
    event.shiftKey && 'Shift',
    event.key.length === 1 ? event.key.toUpperCase() : event.key,
  ]
    .filter(Boolean)
    .join(' ');

/** Acts on the shortcuts of the whole page. @returns a function that ends this */
export function handleShortcuts(rooms: RoomList): () => void {
  const handle = (event: KeyboardEvent): void => {
    const keys = pressed(event);
    const shortcut = SHORTCUTS.find((each) => each.act && each.keys.join(' ') === keys);
    if (!shortcut?.act || event.isComposing) return;
    event.preventDefault();
    // What is open is not covered by another dialog.
    if (document.querySelector('dialog[open]') === null) shortcut.act(rooms);
  };
  addEventListener('keydown', handle);
  return () => {
    removeEventListener('keydown', handle);
  };
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' };
const SIGNS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', Tab: '⇥' };
const NAMES: Readonly<Record<string, TextKey>> = {
  Mod: 'switcher.keyControl',
  Shift: 'switcher.keyShift',
  Enter: 'switcher.keyEnter',
  Escape: 'switcher.keyEscape',
};

/** The name of a key on the keyboard of the user. */
export function keyName(key: string): string {
  const sign = (isMac ? MAC_SIGNS[key] : undefined) ?? SIGNS[key];
  const name = NAMES[key];
  return sign ?? (name ? t(name) : key);
}

import { isComposing } from '../design/composing.js';
import { FORMAT_KEYS } from '../composer/format-keys.js';
import { shortcutOf } from '../design/keys.js';
import type { Keys } from '../design/keys.js';
import type { TextKey } from '../languages/translate.js';
import { showRoom, shownRoomId } from '../location.js';
import { pageDialog } from '../page-dialog.js';
import type { RoomList } from '../rooms/room-list.js';

interface Shortcut {
  readonly keys: Keys;
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
    act: (rooms) => showNeighbour(rooms, -1, false),
  },
  {
    keys: ['Alt', 'ArrowDown'],
    text: 'switcher.nextRoom',
    act: (rooms) => showNeighbour(rooms, 1, false),
  },
  {
    keys: ['Alt', 'Shift', 'ArrowUp'],
    text: 'switcher.previousUnread',
    act: (rooms) => showNeighbour(rooms, -1, true),
  },
  {
    keys: ['Alt', 'Shift', 'ArrowDown'],
    text: 'switcher.nextUnread',
    act: (rooms) => showNeighbour(rooms, 1, true),
  },
  { keys: ['Enter'], text: 'switcher.send' },
  { keys: ['Shift', 'Enter'], text: 'switcher.newLine' },
  { keys: ['ArrowUp'], text: 'switcher.editLast' },
  { keys: ['Escape'], text: 'switcher.cancel' },
  { keys: ['Tab'], text: 'switcher.toActions' },
  ...FORMAT_KEYS,
  { keys: ['Mod', 'Shift', 'V'], text: 'switcher.pastePlain' },
];

function showNeighbour({ sorted }: RoomList, step: 1 | -1, isUnread: boolean): void {
  const rooms = sorted.peek();
  const at = rooms.findIndex(({ id }) => id === shownRoomId.peek());
  const beyond = step === 1 ? rooms.slice(at + 1) : rooms.slice(0, Math.max(at, 0)).toReversed();
  const next = beyond.find(({ unread_count: unread }) => !isUnread || unread > 0);
  if (next) showRoom(next.id);
}

/** Acts on the shortcuts of the whole page. @returns a function that ends this */
export function handleShortcuts(rooms: RoomList): () => void {
  const handle = (event: KeyboardEvent): void => {
    const shortcut = shortcutOf(event, SHORTCUTS);
    if (!shortcut?.act || isComposing(event)) return;
    event.preventDefault();
    // No second dialog opens above an open one.
    if (document.querySelector('dialog[open]') === null) shortcut.act(rooms);
  };
  addEventListener('keydown', handle);
  return () => removeEventListener('keydown', handle);
}

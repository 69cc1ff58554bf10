import { signal } from '@preact/signals';

import { reuseHistoryEntry } from './design/dialog-history.js';

const ROOM = /^#\/rooms\/([0-9a-f-]{36})$/;

const roomIdInHash = (hash: string): string | null => ROOM.exec(hash)?.[1] ?? null;

/** The id of the shown room, from the address. */
export const shownRoomId = signal(roomIdInHash(location.hash));

function readAddress(): void {
  shownRoomId.value = roomIdInHash(location.hash);
}

addEventListener('hashchange', readAddress);

/** The event of a changed address comes later: a key that is pressed before it must find the new room. */
function goTo(hash: string): void {
  // The entry of a dialog that is closed becomes that of the address.
  if (!reuseHistoryEntry(hash)) location.hash = hash;
  readAddress();
}

export const roomHash = (roomId: string): string => `#/rooms/${roomId}`;

export const roomLink = (roomId: string): string => new URL(roomHash(roomId), location.href).href;

/** @param link an address of this page, or the id only @returns null when it contains no room id */
export const roomIdFromLink = (link: string): string | null =>
  /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s*$/i.exec(link)?.[1]?.toLowerCase() ?? null;

export function showRoom(roomId: string): void {
  goTo(roomHash(roomId));
}

export function showList(): void {
  goTo('#/');
}

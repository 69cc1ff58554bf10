import { signal } from '@preact/signals';

const ROOM = /^#\/rooms\/([0-9a-f-]{36})$/;

const roomIn = (hash: string): string | null => ROOM.exec(hash)?.[1] ?? null;

/** The room that the address names: what is shown. */
export const shownRoomId = signal(roomIn(location.hash));

addEventListener('hashchange', () => {
  shownRoomId.value = roomIn(location.hash);
});

export const hashOf = (roomId: string): string => `#/rooms/${roomId}`;

/** What brings somebody else to a room. */
export const linkTo = (roomId: string): string => new URL(hashOf(roomId), location.href).href;

/** @param link an address of this page, or the id alone @returns null where it names no room */
export const roomOfLink = (link: string): string | null =>
  /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s*$/i.exec(link)?.[1]?.toLowerCase() ?? null;

export function showRoom(roomId: string): void {
  location.hash = hashOf(roomId);
}

export function showList(): void {
  location.hash = '#/';
}

import type { Parley, Room } from '@parley/client';

/** Uses a room, which is open afterwards only if it was before: its messages are not collected for nobody. */
export function inRoom<Result>({ rooms }: Pick<Parley, 'rooms'>, roomId: string, use: (room: Room) => Result): Result {
  const wasOpen = rooms.timelineOf(roomId) !== undefined;
  try {
    return use(rooms.open(roomId));
  } finally {
    if (!wasOpen) rooms.close(roomId);
  }
}

import type { Parley } from '@parley/client';

interface Hold {
  /** The application has not opened the room itself. */
  readonly isOwn: boolean;
  count: number;
}

const ofClients = new WeakMap<Parley['rooms'], Map<string, Hold>>();

/**
 * Opens a room for a state. It is closed after the last state that holds it, unless it was open before the first one.
 * @returns a function that ends it
 */
export function holdRoom(rooms: Parley['rooms'], roomId: string): () => void {
  const holds = ofClients.get(rooms) ?? new Map<string, Hold>();
  ofClients.set(rooms, holds);
  const hold = holds.get(roomId) ?? { isOwn: rooms.timelineOf(roomId) === undefined, count: 0 };
  holds.set(roomId, hold);
  hold.count += 1;
  rooms.open(roomId);
  return () => {
    hold.count -= 1;
    if (hold.count > 0) return;
    holds.delete(roomId);
    if (hold.isOwn) rooms.close(roomId);
  };
}

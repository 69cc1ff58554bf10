/** The last numbers of logs: of rooms by their ids, and of private logs by the ids of their users. */
export interface LogNumbers {
  readonly rooms: ReadonlyMap<string, number>;
  readonly users: ReadonlyMap<number, number>;
}

export const NO_NUMBERS: LogNumbers = { rooms: new Map(), users: new Map() };

/**
 * The logs of each kind that are kept, those that changed last. A database that went back lacks the newest changes, so
 * a few suffice: more than one, because a room that was deleted meanwhile tells nothing.
 */
export const MOST_KEPT = 64;

export const areNone = ({ rooms, users }: LogNumbers): boolean => rooms.size === 0 && users.size === 0;

/** Keeps the highest number of each log. */
export class NotedNumbers implements LogNumbers {
  readonly rooms = new Map<string, number>();
  readonly users = new Map<number, number>();

  noteRoom(roomId: string, seq: number): void {
    put(this.rooms, roomId, Math.max(seq, this.rooms.get(roomId) ?? 0));
  }

  noteUser(userId: number, seq: number): void {
    put(this.users, userId, Math.max(seq, this.users.get(userId) ?? 0));
  }

  followedBy({ rooms, users }: LogNumbers): this {
    for (const [id, seq] of rooms) this.noteRoom(id, seq);
    for (const [id, seq] of users) this.noteUser(id, seq);
    return this;
  }
}

/** The numbers of both. The numbers of `later` are kept if there are too many. */
export const merged = (earlier: LogNumbers, later: LogNumbers): LogNumbers =>
  new NotedNumbers().followedBy(earlier).followedBy(later);

/** As the newest entry, in place of the oldest if there are too many. */
function put<Id>(numbers: Map<Id, number>, id: Id, seq: number): void {
  numbers.delete(id);
  numbers.set(id, seq);
  for (const oldest of numbers.keys()) {
    if (numbers.size <= MOST_KEPT) return;
    numbers.delete(oldest);
  }
}

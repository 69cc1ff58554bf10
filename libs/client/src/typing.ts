import type { Typing, User } from '@parley/protocol';

type TypingUser = Pick<User, 'id' | 'username'>;

interface Entry {
  readonly user: TypingUser;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** The users who are typing in each room, until their message arrives or their last typing event expires. */
export class TypingUsers {
  private readonly rooms = new Map<string, Map<number, Entry>>();

  constructor(private readonly onChange: (roomId: string, users: readonly TypingUser[]) => void) {}

  start({ room_id: roomId, user_id: id, username, expires_in: seconds }: Typing): void {
    const users = this.rooms.get(roomId) ?? new Map<number, Entry>();
    const before = users.get(id);
    clearTimeout(before?.timer);
    const timer = setTimeout(() => this.stop(roomId, id), seconds * 1_000);
    this.rooms.set(roomId, users.set(id, { user: { id, username }, timer }));
    if (!before) this.emitChange(roomId);
  }

  stop(roomId: string, userId: number): void {
    const users = this.rooms.get(roomId);
    const user = users?.get(userId);
    if (!users || !user) return;
    clearTimeout(user.timer);
    users.delete(userId);
    if (users.size === 0) this.rooms.delete(roomId);
    this.emitChange(roomId);
  }

  /** The connection is lost: the state of all users is unknown. */
  clear(): void {
    for (const [roomId, users] of this.rooms) for (const id of users.keys()) this.stop(roomId, id);
  }

  private emitChange(roomId: string): void {
    this.onChange(
      roomId,
      [...(this.rooms.get(roomId)?.values() ?? [])].map(({ user }) => user),
    );
  }
}

/** The service forwards typing events no more often than this. */
const INTERVAL_MS = 2_000;

/** Sends typing events, throttled to the rate at which the service forwards them. Errors are ignored. */
export class TypingNotifier {
  private readonly lastSent = new Map<string, number>();

  constructor(private readonly send: (roomId: string) => Promise<unknown>) {}

  notify(roomId: string): void {
    const now = Date.now();
    if (now - (this.lastSent.get(roomId) ?? -Infinity) < INTERVAL_MS) return;
    this.lastSent.set(roomId, now);
    // A typing event is outdated at once, so that it is not retried.
    this.send(roomId).catch(() => undefined);
  }
}

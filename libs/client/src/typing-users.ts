import type { Typing, User } from '@parley/protocol';

type Who = Pick<User, 'id' | 'username'>;

interface Heard {
  readonly who: Who;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Who is typing in each room: until their message comes, or nothing more is heard of it. */
export class TypingUsers {
  private readonly rooms = new Map<string, Map<number, Heard>>();

  constructor(private readonly changed: (roomId: string, users: readonly Who[]) => void) {}

  hears({ room_id: roomId, user_id: id, username, expires_in: seconds }: Typing): void {
    const users = this.rooms.get(roomId) ?? new Map<number, Heard>();
    const before = users.get(id);
    clearTimeout(before?.timer);
    const timer = setTimeout(() => {
      this.stops(roomId, id);
    }, seconds * 1_000);
    this.rooms.set(roomId, users.set(id, { who: { id, username }, timer }));
    if (!before) this.tells(roomId);
  }

  stops(roomId: string, userId: number): void {
    const users = this.rooms.get(roomId);
    const user = users?.get(userId);
    if (!users || !user) return;
    clearTimeout(user.timer);
    users.delete(userId);
    if (users.size === 0) this.rooms.delete(roomId);
    this.tells(roomId);
  }

  /** Nobody is heard any more. */
  closes(): void {
    for (const [roomId, users] of this.rooms) for (const id of [...users.keys()]) this.stops(roomId, id);
  }

  private tells(roomId: string): void {
    this.changed(
      roomId,
      [...(this.rooms.get(roomId)?.values() ?? [])].map(({ who }) => who),
    );
  }
}

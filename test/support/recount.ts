import type { Message, Room } from '@parley/protocol';

interface Told {
  readonly id: string;
  readonly seq: number;
  readonly senderId: number;
}

/** The state of a member in the room. */
interface Seat {
  /** The number of the join: earlier events are not pending for the member. */
  readonly since: number;
  readonly given: Set<string>;
  readonly read: Set<string>;
}

/** A room rebuilt from its frames. Pending events are counted anew at each call. */
export class Recount {
  readonly messages: Told[] = [];
  private readonly gone = new Set<string>();
  private readonly seats = new Map<number, Seat>();

  constructor(
    readonly room: Pick<Room, 'id' | 'type' | 'last_seq'>,
    members: readonly number[],
  ) {
    for (const userId of members) this.entered(userId, room.last_seq);
  }

  isMember(userId: number): boolean {
    return this.seats.has(userId);
  }

  entered(userId: number, seq: number): void {
    this.seats.set(userId, { since: seq, given: new Set(), read: new Set() });
  }

  left(userId: number): void {
    this.seats.delete(userId);
  }

  sent({ id, seq, sender }: Message): void {
    this.messages.push({ id, seq, senderId: sender.id });
  }

  deleted(id: string): void {
    this.gone.add(id);
  }

  isDeleted(id: string): boolean {
    return this.gone.has(id);
  }

  acknowledged(userId: number, ids: readonly string[]): void {
    for (const id of ids) this.seats.get(userId)?.given.add(id);
  }

  read(userId: number, ids: readonly string[]): void {
    this.acknowledged(userId, ids);
    for (const id of ids) this.seats.get(userId)?.read.add(id);
  }

  /** Empty for a non-member. */
  unread(userId: number): readonly Told[] {
    return this.waiting(userId, ({ read }) => read);
  }

  pending(userId: number): readonly Told[] {
    return this.waiting(userId, ({ given }) => given);
  }

  private waiting(userId: number, done: (seat: Seat) => ReadonlySet<string>): Told[] {
    const seat = this.seats.get(userId);
    if (!seat) return [];
    return this.messages.filter(
      ({ id, seq, senderId }) => seq > seat.since && senderId !== userId && !this.gone.has(id) && !done(seat).has(id),
    );
  }
}

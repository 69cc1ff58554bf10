import type { Message, Room } from '@parley/protocol';

interface SentMessage {
  readonly id: string;
  readonly seq: number;
  readonly senderId: number;
}

/** The state of a member in the room. */
interface RecountMember {
  /** The number of the join: earlier events are not pending for the member. */
  readonly since: number;
  readonly given: Set<string>;
  readonly read: Set<string>;
}

/** A room rebuilt from its frames. Pending events are counted anew at each call. */
export class Recount {
  readonly messages: SentMessage[] = [];
  private readonly gone = new Set<string>();
  private readonly members = new Map<number, RecountMember>();

  constructor(
    readonly room: Pick<Room, 'id' | 'type' | 'last_seq'>,
    members: readonly number[],
  ) {
    for (const userId of members) this.entered(userId, room.last_seq);
  }

  isMember(userId: number): boolean {
    return this.members.has(userId);
  }

  entered(userId: number, seq: number): void {
    this.members.set(userId, { since: seq, given: new Set(), read: new Set() });
  }

  left(userId: number): void {
    this.members.delete(userId);
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
    for (const id of ids) this.members.get(userId)?.given.add(id);
  }

  read(userId: number, ids: readonly string[]): void {
    this.acknowledged(userId, ids);
    for (const id of ids) this.members.get(userId)?.read.add(id);
  }

  /** Empty for a non-member. */
  unread(userId: number): readonly SentMessage[] {
    return this.open(userId, ({ read }) => read);
  }

  pending(userId: number): readonly SentMessage[] {
    return this.open(userId, ({ given }) => given);
  }

  private open(userId: number, done: (member: RecountMember) => ReadonlySet<string>): SentMessage[] {
    const member = this.members.get(userId);
    if (!member) return [];
    return this.messages.filter(
      ({ id, seq, senderId }) =>
        seq > member.since && senderId !== userId && !this.gone.has(id) && !done(member).has(id),
    );
  }
}

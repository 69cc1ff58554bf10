import type { GroupChat } from '@parley/protocol';

/** A message of the room, as its sender and a deletion have left it. */
export interface CountedMessage {
  readonly id: string;
  readonly seq: number;
  readonly senderId: number;
  /** The first message of its thread; undefined: it is no reply. */
  readonly start: CountedMessage | undefined;
  readonly isInRoom: boolean;
  readonly mentioned: ReadonlySet<number>;
  isDeleted: boolean;
  /** Whether it has ever been replied to. */
  hasReplies: boolean;
}

interface Following {
  following: boolean;
  mark: number;
}

interface MemberState {
  roomMark: number;
  readonly receipts: Set<CountedMessage>;
  threads: Map<CountedMessage, Following>;
}

interface Counts {
  readonly unread: number;
  readonly mentions: number;
}

/** Counts what is unread in a room and in its threads from its whole history, by other means than the service. */
export class ThreadsRecount {
  readonly messages: CountedMessage[] = [];
  private readonly members = new Map<number, MemberState>();
  private readonly past = new Map<number, Set<CountedMessage>>();

  constructor(
    readonly room: GroupChat,
    members: readonly number[],
  ) {
    for (const id of members) this.entered(id, room.last_seq);
  }

  isMember(userId: number): boolean {
    return this.members.has(userId);
  }

  entered(userId: number, seq: number): void {
    this.members.set(userId, { roomMark: seq, receipts: this.past.get(userId) ?? new Set(), threads: new Map() });
  }

  left(userId: number): void {
    this.past.set(userId, this.members.get(userId)?.receipts ?? new Set());
    this.members.delete(userId);
  }

  sent(message: Omit<CountedMessage, 'isDeleted' | 'hasReplies'>): void {
    const { start, seq, senderId, mentioned } = message;
    this.messages.push({ ...message, isDeleted: false, hasReplies: false });
    if (!start) return;
    this.follows(senderId, start, seq);
    for (const userId of mentioned) if (userId !== senderId) this.follows(userId, start, seq - 1);
    const starter = this.members.get(start.senderId);
    if (!start.hasReplies && starter && !starter.threads.has(start)) {
      starter.threads.set(start, { following: true, mark: 0 });
    }
    start.hasReplies = true;
  }

  deleted(message: CountedMessage): void {
    message.isDeleted = true;
  }

  chose(userId: number, start: CountedMessage, following: boolean): void {
    if (following) this.follows(userId, start, this.messages.at(-1)?.seq ?? 0);
    else this.threadOf(userId, start).following = false;
  }

  readRoom(userId: number, upToSeq: number): void {
    const member = this.members.get(userId)!;
    for (const message of this.unreadInRoom(userId)) if (message.seq <= upToSeq) member.receipts.add(message);
    member.roomMark = Math.max(member.roomMark, upToSeq);
  }

  readThread(userId: number, start: CountedMessage, upToSeq: number): void {
    const thread = this.threadOf(userId, start);
    for (const message of this.unreadIn(userId, start)) {
      if (message.seq <= upToSeq) this.members.get(userId)!.receipts.add(message);
    }
    thread.mark = Math.max(thread.mark, Math.min(upToSeq, this.messages.at(-1)!.seq));
  }

  readOne(userId: number, message: CountedMessage): void {
    if (message.senderId !== userId) this.members.get(userId)!.receipts.add(message);
  }

  ofRoom(userId: number): Counts {
    return counts(this.unreadInRoom(userId), userId);
  }

  /** The followed threads with replies, by the id of their first message, the latest reply first. */
  ofThreads(userId: number): (Counts & { readonly id: string })[] {
    const followed = [...this.members.get(userId)!.threads].flatMap(([start, { following }]) => {
      const last = following ? this.repliesTo(start).at(-1) : undefined;
      return last ? [{ start, last }] : [];
    });
    followed.sort((one, other) => other.last.seq - one.last.seq);
    return followed.map(({ start }) => ({ id: start.id, ...counts(this.unreadIn(userId, start), userId) }));
  }

  repliesTo(start: CountedMessage): CountedMessage[] {
    return this.messages.filter((message) => message.start === start && !message.isDeleted);
  }

  private unreadInRoom(userId: number): CountedMessage[] {
    const { roomMark, receipts } = this.members.get(userId)!;
    return this.messages.filter(
      (each) =>
        each.isInRoom && !each.isDeleted && each.senderId !== userId && each.seq > roomMark && !receipts.has(each),
    );
  }

  private unreadIn(userId: number, start: CountedMessage): CountedMessage[] {
    const { receipts, threads } = this.members.get(userId)!;
    const mark = threads.get(start)?.mark ?? 0;
    return this.repliesTo(start).filter((each) => each.senderId !== userId && each.seq > mark && !receipts.has(each));
  }

  private threadOf(userId: number, start: CountedMessage): Following {
    const { threads } = this.members.get(userId)!;
    const thread = threads.get(start) ?? { following: false, mark: 0 };
    threads.set(start, thread);
    return thread;
  }

  private follows(userId: number, start: CountedMessage, mark: number): void {
    const thread = this.threadOf(userId, start);
    if (!thread.following) thread.mark = Math.max(thread.mark, mark);
    thread.following = true;
  }
}

const counts = (unread: readonly CountedMessage[], userId: number): Counts => ({
  unread: unread.length,
  mentions: unread.filter(({ mentioned }) => mentioned.has(userId)).length,
});

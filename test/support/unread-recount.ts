import type { Message, Room } from '@parley/protocol';

interface SentMessage {
  readonly id: string;
  readonly seq: number;
  readonly senderId: number;
  readonly mentions: ReadonlySet<number>;
  readonly mentionsRoom: boolean;
  readonly isReply: (userId: number) => boolean;
  readonly isSilent: boolean;
}

/** The state of a member in the room. */
interface RecountMember {
  /** The number of the join: earlier events are not pending for the member. */
  readonly since: number;
  readonly given: Set<string>;
  readonly read: Set<string>;
}

type Mentioning = Pick<Message, 'mentions' | 'mention_room'>;

const mentionsIn = ({ mentions, mention_room: mentionsRoom }: Mentioning) => ({
  mentions: new Set(mentions.map(({ id }) => id)),
  mentionsRoom,
});

const isMentioned = (userId: number, { mentions, mentionsRoom }: SentMessage): boolean =>
  mentionsRoom || mentions.has(userId);

/** The type of the user's notification of a message. */
export function typeFor(userId: number, message: SentMessage): string {
  if (isMentioned(userId, message)) return 'MENTION';
  return message.isReply(userId) ? 'REPLY' : 'NEW_MESSAGE';
}

/** A room rebuilt from its frames. Pending events are counted anew at each call. */
export class Recount {
  readonly messages: SentMessage[] = [];
  private readonly gone = new Set<string>();
  private readonly members = new Map<number, RecountMember>();
  /** By user, the messages of which an edit has notified the user. */
  private readonly changes = new Map<number, Set<string>>();

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
    this.changes.delete(userId);
    this.members.delete(userId);
  }

  sent({ id, seq, sender, parent_message: parent, ...message }: Message, isSilent: boolean): void {
    this.messages.push({
      id,
      seq,
      senderId: sender.id,
      isSilent,
      isReply: (userId) => parent?.sender.id === userId,
      ...mentionsIn(message),
    });
  }

  edited({ id, ...message }: Message): void {
    const at = this.messages.findIndex((sent) => sent.id === id);
    const [before, now] = [this.messages[at]!, { ...this.messages[at]!, ...mentionsIn(message) }];
    this.messages[at] = now;
    for (const [userId, { given, since }] of this.members) {
      const isGiven = given.has(id) || before.seq <= since;
      if (!isMentioned(userId, now)) this.changes.get(userId)?.delete(id);
      else if (isGiven && !isMentioned(userId, before) && !now.isSilent && userId !== now.senderId) {
        this.changes.set(userId, (this.changes.get(userId) ?? new Set<string>()).add(id));
      }
    }
  }

  /** The ids of the messages that were edited since the user had them, so that they mention the user. */
  changed(userId: number): string[] {
    return [...(this.changes.get(userId) ?? [])].filter((id) => !this.gone.has(id)).sort();
  }

  deleted(id: string): void {
    this.gone.add(id);
  }

  isDeleted(id: string): boolean {
    return this.gone.has(id);
  }

  acknowledged(userId: number, ids: readonly string[]): void {
    for (const id of ids) {
      this.members.get(userId)?.given.add(id);
      this.changes.get(userId)?.delete(id);
    }
  }

  read(userId: number, ids: readonly string[]): void {
    this.acknowledged(userId, ids);
    for (const id of ids) this.members.get(userId)?.read.add(id);
  }

  /** Empty for a non-member. */
  unread(userId: number): readonly SentMessage[] {
    return this.open(userId, ({ read }) => read);
  }

  unreadMentions(userId: number): readonly SentMessage[] {
    return this.unread(userId).filter((message) => isMentioned(userId, message));
  }

  /** Without silent messages: those of which the user is notified. */
  pending(userId: number): readonly SentMessage[] {
    return this.open(userId, ({ given }) => given).filter(({ isSilent }) => !isSilent);
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

import type {
  Message,
  MessageEdited,
  MessagePinned,
  MessagesDeleted,
  Poll,
  PollUpdate,
  ReactionChange,
  ServerFrame,
  ThreadSummary,
  User,
} from '@parley/protocol';

type Change =
  | (ServerFrame<Message> & { readonly eventType: 'message.dispatch' })
  | (ServerFrame<ReactionChange> & { readonly eventType: 'reaction.dispatch' })
  | (ServerFrame<MessagePinned> & { readonly eventType: 'messagepin.dispatch' })
  | (ServerFrame<PollUpdate> & { readonly eventType: 'pollupdate.dispatch' })
  | (ServerFrame<MessageEdited | MessagesDeleted> & { readonly eventType: 'messagemodification.dispatch' });

/** A broadcast to all members of the room. */
export type SimulatedEvent = Change & { readonly room_id: string; readonly seq: number };

interface CurrentMessage {
  readonly message: Message;
  readonly changeSeq: number;
}

/** A simulated room that keeps every promise, without a service: its events, and its answers. */
export class SimulatedRoom {
  readonly id = uuid('1', 1);
  lastSeq = 2;
  private readonly current = new Map<string, CurrentMessage>();
  private readonly deletions = new Map<string, number>();

  /** @param content begins with the `client_message_id` */
  send(
    sender: User,
    content: string,
    fields: Partial<Message> = {},
  ): SimulatedEvent & { readonly eventType: 'message.dispatch' } {
    const seq = ++this.lastSeq;
    const at = new Date(seq).toISOString();
    const message: Message = {
      id: uuid('2', seq),
      room: { id: this.id },
      sender,
      content,
      is_deleted: false,
      is_edited: false,
      is_forwarded: false,
      forwarded_from: null,
      parent_message: null,
      delivered_to: [],
      read_receipts: [],
      reactions: [],
      attachments: [],
      created_at: at,
      updated_at: at,
      seq,
      client_message_id: content.slice(0, 36),
      kind: 'text',
      metadata: {},
      edited_at: null,
      mentions: [],
      mention_room: false,
      pinned: null,
      thread: null,
      also_to_room: false,
      thread_summary: null,
      poll: null,
      link_previews: [],
      ...fields,
    };
    this.current.set(message.id, { message, changeSeq: seq });
    return { eventType: 'message.dispatch', data: message, room_id: this.id, seq };
  }

  edit(id: string, content: string): SimulatedEvent {
    const { message, seq } = this.change(id, { content, is_edited: true });
    const data = { status: 'successful', action: 'update', message } as const;
    return { eventType: 'messagemodification.dispatch', data, room_id: this.id, seq };
  }

  delete(id: string): SimulatedEvent {
    const seq = ++this.lastSeq;
    this.current.delete(id);
    this.deletions.set(id, seq);
    const data = { status: 'successful', action: 'delete', message_ids: [id] } as const;
    return { eventType: 'messagemodification.dispatch', data, room_id: this.id, seq };
  }

  react(id: string, user: User, reaction: string): SimulatedEvent {
    const others = this.current.get(id)!.message.reactions.filter((each) => each.user.id !== user.id);
    const reactions = [...others, { user, reaction_content: reaction, created_at: new Date(0).toISOString() }];
    const { message, seq } = this.change(id, { reactions });
    const data = { status: 'successful', type: 'add', user_id: user.id, message } as const;
    return { eventType: 'reaction.dispatch', data, room_id: this.id, seq };
  }

  /** A reply in a thread, which gives its first message a new summary. */
  reply(sender: User, content: string, start: Message): SimulatedEvent & { readonly eventType: 'message.dispatch' } {
    const frame = this.send(sender, content, { thread: { id: start.id } });
    const summary = this.summaryOf(start.id);
    this.update(start.id, { thread_summary: summary }, frame.seq);
    return { ...frame, data: { ...frame.data, thread: { id: start.id, summary } } };
  }

  /** @param by undefined: it is unpinned */
  pin(id: string, by?: User): SimulatedEvent {
    const { message, seq } = this.change(id, { pinned: by ? { by, at: new Date(0).toISOString() } : null });
    return { eventType: 'messagepin.dispatch', data: { message, pinned: by !== undefined }, room_id: this.id, seq };
  }

  /** A poll after a vote, or after its close. */
  poll(id: string, poll: Poll): SimulatedEvent {
    const { seq } = this.change(id, { poll });
    return { eventType: 'pollupdate.dispatch', data: { message_id: id, poll }, room_id: this.id, seq };
  }

  /** The replies in a thread, the oldest first. */
  repliesTo(threadId: string): Message[] {
    return this.history().messages.filter(({ thread }) => thread?.id === threadId);
  }

  /** The answer of a sync for a client that has everything up to this number. */
  since(seq: number) {
    const changed = [...this.current.values()].filter(({ changeSeq }) => changeSeq > seq);
    const gone = [...this.deletions].filter(([, deletedAt]) => deletedAt > seq);
    const messages = [
      ...changed.map(({ message }) => message),
      ...gone.map(([id]) => ({ id, is_deleted: true as const })),
    ];
    const room = { room_id: this.id, last_seq: this.lastSeq, reset: false, room: null, messages, marks: [] };
    return { complete: true, rooms: [room], left: [] };
  }

  /** The room as it is at the end. */
  history(): { readonly id: string; readonly lastSeq: number; readonly messages: Message[] } {
    return { id: this.id, lastSeq: this.lastSeq, messages: [...this.current.values()].map(({ message }) => message) };
  }

  private change(id: string, fields: Partial<Message>): { readonly message: Message; readonly seq: number } {
    const seq = ++this.lastSeq;
    return { message: this.update(id, fields, seq), seq };
  }

  private update(id: string, fields: Partial<Message>, changeSeq: number): Message {
    const message = { ...this.current.get(id)!.message, ...fields };
    this.current.set(id, { message, changeSeq });
    return message;
  }

  private summaryOf(threadId: string): ThreadSummary {
    const replies = this.repliesTo(threadId);
    const participants = [...new Map(replies.map(({ sender }) => [sender.id, sender])).values()];
    return { reply_count: replies.length, last_reply_at: replies.at(-1)!.created_at, participants };
  }
}

export const simulatedUser = (id: number, username: string): User => ({
  id,
  username,
  first_name: '',
  last_name: '',
  avatar: null,
  status: null,
  is_bot: false,
});

/** A different UUID for each number. */
export const uuid = (kind: string, number: number): string =>
  `${kind.padStart(8, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

import { mergeMessage, mergeUser } from '@parley/client';
import type {
  AttachmentUpdate,
  ChangedThread,
  MemberMark,
  Message,
  MessagePinned,
  MessagePreviews,
  MessagesDeleted,
  PollUpdate,
  ReactionChange,
  Room,
  SyncedRoom,
  SyncPage,
} from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { expectAnswerContract } from './contract.js';
import type { Frame } from './frames.js';

interface KnownRoom {
  /** The copy has everything of the room up to this number. */
  position: number;
  /** Messages below this number were never fetched. */
  since: number;
  room: Room;
  readonly messages: Map<string, Message>;
  marks: readonly MemberMark[];
}

const ENTERING = new Set(['roomcreate.dispatch', 'roomaddmembers.dispatch']);
const LEAVING = new Set(['roomexit.dispatch', 'roomdelete.dispatch']);
const PAGE = 200;

/** A client's copy of its rooms, kept up to date by the rules of docs/protocol.md. */
export class ClientState {
  private rooms = new Map<string, KnownRoom>();
  private named: ReadonlySet<string> = new Set();
  /** Rooms with a gap: a number arrived before its predecessors. */
  private readonly gaps = new Map<string, number>();

  /** @returns the data of the copy's `session.sync` */
  syncRequest(): { rooms: Record<string, number> } {
    this.named = new Set(this.rooms.keys());
    return { rooms: Object.fromEntries([...this.rooms].map(([id, { position }]) => [id, position])) };
  }

  get roomIds(): string[] {
    return [...this.rooms.keys()].sort();
  }

  /**
   * Applies the live frames of the device until the copy has a number of a room, for copies of a device that sends no
   * requests itself: answers are no live frames.
   */
  async receiveUntil(device: ChatClient, roomId: string, seq: number): Promise<void> {
    do for (const frame of await device.drain()) this.apply(frame);
    while ((this.rooms.get(roomId)?.position ?? 0) < seq);
  }

  /** The messages of all rooms, in the order of each room. */
  messages(): Message[] {
    return [...this.rooms.values()].flatMap(inOrder);
  }

  /** Whether a sync is needed. */
  get isBehind(): boolean {
    return [...this.gaps].some(([id, seq]) => (this.rooms.get(id)?.position ?? seq) < seq);
  }

  /** A copy of all rooms with their whole history. */
  static async create(device: ChatClient): Promise<ClientState> {
    const copy = new ClientState();
    await syncInto(device, copy);
    const { data: entries } = await device.request('room.list', {});
    const rooms = entries.map(async ({ id }) => {
      const { data: room } = await device.request('room.info', { room_id: id });
      const messages = new Map((await historyOf(device, id)).map((message) => [message.id, message]));
      const marks = copy.rooms.get(id)?.marks ?? [];
      return [id, { room, messages, since: 0, position: room.last_seq, marks }] as const;
    });
    copy.rooms = new Map(await Promise.all(rooms));
    return copy;
  }

  /** A snapshot for later comparison. */
  clone(): ClientState {
    const copy = new ClientState();
    copy.rooms = structuredClone(this.rooms);
    return copy;
  }

  /** Applies a frame of any kind, such as a sync page or a live frame. Frames come in order. */
  apply({ eventType, room_id: roomId, seq, data }: Frame): void {
    if (eventType === 'sessionsync.dispatch') this.applyPage(data as SyncPage);
    else if (roomId !== undefined && seq !== undefined) this.applyNumbered(eventType!, roomId, seq, data);
  }

  applyPage({ rooms, left }: SyncPage): void {
    for (const id of left) this.rooms.delete(id);
    for (const part of rooms) {
      const isKept = this.named.has(part.room_id) && !part.reset;
      const held = (isKept ? this.rooms.get(part.room_id) : undefined) ?? begun(part);
      this.rooms.set(part.room_id, held);
      if (part.room) held.room = part.room;
      if (part.marks.length > 0) held.marks = part.marks;
      for (const message of part.messages) take(held, message);
      held.position = part.last_seq;
    }
  }

  /** The content without receipts of messages, which have no number. @param other limits how far back it goes */
  view(other: ClientState = this): Record<string, object> {
    return Object.fromEntries([...this.rooms].map(([id, held]) => [id, viewOf(held, other.rooms.get(id)?.since ?? 0)]));
  }

  /** Messages of any room may quote or forward the message of the file. */
  private showFile({ attachment }: AttachmentUpdate): void {
    for (const { messages } of this.rooms.values()) {
      for (const [id, message] of messages) messages.set(id, mergeUser(message, attachment));
    }
  }

  private applyNumbered(eventType: string, roomId: string, seq: number, data: unknown): void {
    const held = this.rooms.get(roomId);
    if (!held && ENTERING.has(eventType)) {
      this.rooms.set(roomId, { position: seq, since: seq, room: roomIn(data)!, messages: new Map(), marks: [] });
    } else if (!held || seq > held.position + 1) {
      this.gaps.set(roomId, Math.max(seq, this.gaps.get(roomId) ?? 0));
    } else if (seq === held.position + 1) {
      held.position = seq;
      if (LEAVING.has(eventType)) this.rooms.delete(roomId);
      else if (eventType === 'attachment.dispatch') this.showFile(data as AttachmentUpdate);
      else apply(held, eventType, data);
    }
  }
}

async function historyOf(device: ChatClient, room_id: string): Promise<Message[]> {
  const messages: Message[] = [];
  for (let after_seq = 0; ; after_seq = messages[0]!.seq) {
    const paginate = { after_seq, limit: PAGE };
    const { data: page } = await device.request('room.messages', { room_id, include_threads: true, paginate });
    messages.unshift(...page.data.messages);
    if (!page.has_previous) return messages;
  }
}

/** Fetches what a copy lacks, and applies it. @returns the pages */
export async function syncInto(device: ChatClient, copy: ClientState): Promise<SyncPage[]> {
  const pages = await sync(device, copy.syncRequest());
  for (const page of pages) copy.applyPage(page);
  return pages;
}

/** @returns the pages of the answer */
export async function sync(device: ChatClient, request: object): Promise<SyncPage[]> {
  const requestId = device.sendRequest('session.sync', request);
  const pages: SyncPage[] = [];
  while (pages.at(-1)?.complete !== true) {
    const frame = await device.response(requestId);
    if (frame.error) throw new Error(`session.sync was refused: ${JSON.stringify(frame.error)}`);
    expectAnswerContract('session.sync', request, frame);
    pages.push(frame.data as SyncPage);
  }
  return pages;
}

function begun({ room, reset, messages, last_seq: position }: SyncedRoom): KnownRoom {
  if (!room) throw new Error('the service sent a room that the client lacks without its data');
  const seqs = messages.flatMap((message) => ('seq' in message ? [message.seq] : []));
  return { position, since: reset ? Math.min(...seqs) : 0, room, messages: new Map(), marks: [] };
}

function take(held: KnownRoom, message: SyncedRoom['messages'][number]): void {
  if (!('seq' in message)) remove(held, message.id);
  else if (message.seq >= held.since) held.messages.set(message.id, message);
}

function apply(held: KnownRoom, eventType: string, data: unknown): void {
  held.room = { ...held.room, ...roomIn(data) };
  const { message_ids: gone = [], threads = [] } = data as Partial<MessagesDeleted>;
  for (const id of gone) remove(held, id);
  for (const thread of threads) summarize(held, thread);
  const current = messageIn(held, eventType, data);
  if (!current || current.seq < held.since) return;
  held.messages.set(current.id, current);
  showIn(held, current.id, current);
}

/** The present state of the message in the data of a frame. */
function messageIn(held: KnownRoom, eventType: string, data: unknown): Message | undefined {
  if (eventType === 'message.dispatch') return sent(held, data as Message);
  if (eventType === 'messagepin.dispatch') {
    const { message: pinned } = data as MessagePinned;
    const before = held.messages.get(pinned.id);
    return before && mergeMessage(before, pinned);
  }
  if (eventType === 'pollupdate.dispatch') {
    const { message_id: id, poll } = data as PollUpdate;
    const asked = held.messages.get(id);
    return asked && { ...asked, poll: { ...asked.poll, ...poll } };
  }
  if (eventType === 'messagepreview.dispatch') {
    const { message_id: id, link_previews } = data as MessagePreviews;
    const linking = held.messages.get(id);
    return linking && { ...linking, link_previews };
  }
  if (eventType !== 'reaction.dispatch') return (data as { message?: Message }).message;
  const { message: short, user_id: userId } = data as ReactionChange;
  const known = held.messages.get(short.id);
  return known && mergeMessage(known, short, userId);
}

/** A reply brings the new summary of its thread. */
function sent(held: KnownRoom, message: Message): Message {
  if (!message.thread) return message;
  const { id, summary = null } = message.thread;
  summarize(held, { id, summary });
  return { ...message, thread: { id } };
}

function summarize(held: KnownRoom, { id, summary }: ChangedThread): void {
  const start = held.messages.get(id);
  if (start) held.messages.set(id, { ...start, thread_summary: summary });
}

function remove(held: KnownRoom, id: string): void {
  held.messages.delete(id);
  showIn(held, id, null);
}

/** Replies quote the message, so they change too. */
function showIn(held: KnownRoom, id: string, message: Message | null): void {
  for (const [replyId, reply] of held.messages) {
    if (reply.parent_message?.id !== id) continue;
    held.messages.set(replyId, {
      ...reply,
      parent_message: message && { ...message, parent_message: null, poll: null },
    });
  }
}

/** The room in the data of a frame, which is the data itself or part of it. It may lack the lists of members. */
function roomIn(data: unknown): Room | undefined {
  const { room, member_count } = data as { room?: Room; member_count?: number };
  if (member_count !== undefined) return data as Room;
  return room && 'member_count' in room ? room : undefined;
}

const inOrder = ({ messages }: KnownRoom): Message[] =>
  [...messages.values()].sort((one, other) => one.seq - other.seq);

const viewOf = (held: KnownRoom, since: number): object => ({
  room: { ...held.room, last_seq: held.position },
  messages: inOrder(held)
    .filter(({ seq }) => seq >= since)
    .map((message) => unsigned(withoutReceipts(message))),
  marks: held.marks,
});

const withoutReceipts = (message: Message): object => ({
  ...message,
  delivered_to: [],
  read_receipts: [],
  parent_message: message.parent_message && withoutReceipts(message.parent_message),
});

/** The addresses of files are signed anew each time. */
const unsigned = (message: object): unknown =>
  JSON.parse(JSON.stringify(message).replace(/\?at=\d+&signature=[\w-]+/g, ''));

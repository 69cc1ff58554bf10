import type { ClientFrame, Message, SyncedRoom } from '@parley/protocol';

import type { Socket } from './socket.js';

export const HEARTBEAT_SECONDS = 10;
export const ROOM = 'the room';

export const message = (seq: number, content = String(seq)): Message =>
  ({ id: `id of ${content}`, seq, content, sender: { id: 2 }, is_deleted: false, client_message_id: null }) as Message;

/** The other end of a line, in the hands of a test. */
export class FakeSocket implements Socket {
  static opened: FakeSocket[] = [];
  readonly said: ClientFrame[] = [];
  isClosed = false;
  private readonly listeners = new Map<string, (event: unknown) => void>();

  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    FakeSocket.opened.push(this);
  }

  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.listeners.set(type, listener);
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as ClientFrame);
  }

  close(): void {
    this.isClosed = true;
  }

  tells(frame: object): void {
    this.listeners.get('message')?.({ data: JSON.stringify(frame) });
  }

  ends(code: number): void {
    this.listeners.get('close')?.({ code, reason: '' });
  }

  greets(): void {
    const meta = { session_id: 's', heartbeat_seconds: HEARTBEAT_SECONDS, limits: {}, total: 0, truncated: false };
    this.tells({ eventType: 'chat.notifications', data: {}, meta: { ...meta, unread: {} } });
  }

  says(seq: number): void {
    this.tells({ eventType: 'message.dispatch', room_id: ROOM, seq, data: message(seq) });
  }

  /** Answers the question that was asked last. */
  syncs(last_seq: number, messages: Message[], more: Partial<SyncedRoom> = {}): void {
    const { event_type, request_id } = this.said.at(-1)!;
    expect(event_type).toBe('session.sync');
    const room = { room_id: ROOM, last_seq, reset: false, room: null, messages, marks: [], ...more };
    this.tells({ eventType: 'sessionsync.dispatch', request_id, data: { complete: true, rooms: [room], left: [] } });
  }
}

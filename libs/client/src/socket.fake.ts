import type { ClientFrame, Message, SyncedRoom } from '@parley/protocol';

import type { Socket } from './options.js';

export const HEARTBEAT_SECONDS = 10;
export const ROOM = 'the room';

export const message = (seq: number, content = String(seq)): Message =>
  ({ id: `id of ${content}`, seq, content, sender: { id: 2 }, is_deleted: false, client_message_id: null }) as Message;

/** A WebSocket whose server side is controlled by a test. */
export class FakeSocket implements Socket {
  static opened: FakeSocket[] = [];
  readonly sent: ClientFrame[] = [];
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
    this.sent.push(JSON.parse(text) as ClientFrame);
  }

  close(): void {
    this.isClosed = true;
  }

  deliver(frame: object): void {
    this.deliverText(JSON.stringify(frame));
  }

  deliverText(data: string): void {
    this.listeners.get('message')?.({ data });
  }

  closeWith(code: number): void {
    this.listeners.get('close')?.({ code, reason: '' });
  }

  deliverSnapshot(): void {
    const meta = { session_id: 's', heartbeat_seconds: HEARTBEAT_SECONDS, limits: {}, total: 0, truncated: false };
    this.deliver({ eventType: 'chat.notifications', data: {}, meta: { ...meta, unread: {} } });
  }

  deliverMessage(seq: number): void {
    this.deliver({ eventType: 'message.dispatch', room_id: ROOM, seq, data: message(seq) });
  }

  /** Answers the latest request, which must be a sync. */
  answerSync(last_seq: number, messages: Message[], more: Partial<SyncedRoom> = {}, epoch = 'first'): void {
    const { event_type, request_id } = this.sent.at(-1)!;
    expect(event_type).toBe('session.sync');
    const room = { room_id: ROOM, last_seq, reset: false, room: null, messages, marks: [], ...more };
    const data = { complete: true, rooms: [room], left: [] };
    this.deliver({ eventType: 'sessionsync.dispatch', request_id, data, meta: { epoch } });
  }
}

import type { ClientFrame, Message, SyncedRoom } from '@parley/protocol';

import type { Socket } from '../options.js';

interface Change {
  readonly seq: number;
  readonly type: 'message' | 'edit' | 'delete';
  readonly message: Message;
}

type Log = readonly Change[];

/** The messages of a log up to a position, by id. */
export function messagesAt(log: Log, position: number): Map<string, Message> {
  const messages = new Map<string, Message>();
  for (const { seq, type, message } of log) {
    if (seq > position) break;
    if (type === 'delete') messages.delete(message.id);
    else messages.set(message.id, message);
  }
  return messages;
}

/** A service without a network, for one user. It stores each message once, and answers syncs from its logs. */
export class SimulatedService {
  readonly logs = new Map<string, Change[]>();
  /** The logs of each epoch at its end. */
  readonly epochs: Map<string, Log>[] = [];
  /** All messages that were ever stored, by their `client_message_id`. */
  readonly stored = new Set<string>();
  /** How many connections were opened. */
  connections = 0;
  /** The event types of all requests. */
  readonly requests: string[] = [];
  /** Whether the connection loses the frames of the service. */
  isMute = false;
  private bornAt = new Map<string, number>();
  private socket: SimulatedSocket | undefined;
  private lastId = 0;

  constructor(roomIds: readonly string[]) {
    for (const id of roomIds) this.logs.set(id, []);
  }

  get epoch(): string {
    return `epoch ${String(this.epochs.length)}`;
  }

  /** The class for the client's `WebSocket`. */
  get WebSocket(): new (url: string, protocols: string[]) => Socket {
    const open = (socket: SimulatedSocket): void => this.open(socket);
    return class extends SimulatedSocket {
      constructor() {
        super();
        open(this);
      }
    };
  }

  post(roomId: string, content: string, client_message_id: string | null = null): Message {
    const seq = this.nextSeq(roomId);
    this.lastId += 1;
    const message = {
      id: `message ${String(this.lastId)}`,
      seq,
      content,
      client_message_id,
      is_deleted: false,
      sender: { id: client_message_id === null ? 2 : 1 },
      reactions: [],
      parent_message: null,
      thread: null,
      created_at: new Date(this.lastId).toISOString(),
      poll: null,
    } as unknown as Message;
    if (client_message_id !== null) this.stored.add(client_message_id);
    this.append(roomId, { seq, type: 'message', message });
    return message;
  }

  edit(roomId: string, at: number, content: string): void {
    const known = this.pick(roomId, at);
    if (known) this.append(roomId, { seq: this.nextSeq(roomId), type: 'edit', message: { ...known, content } });
  }

  delete(roomId: string, at: number): void {
    const message = this.pick(roomId, at);
    if (message) this.append(roomId, { seq: this.nextSeq(roomId), type: 'delete', message });
  }

  /** Loses the latest changes of a room, and so begins an epoch. */
  goBack(roomId: string, changes: number): void {
    this.epochs.push(new Map([...this.logs].map(([id, log]) => [id, [...log]])));
    this.logs.get(roomId)?.splice(-changes);
    this.bornAt = new Map([...this.logs].map(([id, log]) => [id, log.at(-1)?.seq ?? 0]));
    this.disconnect();
  }

  disconnect(): void {
    const { socket } = this;
    this.socket = undefined;
    this.isMute = false;
    socket?.emit('close', { code: 1006, reason: '' });
  }

  private open(socket: SimulatedSocket): void {
    this.socket = socket;
    this.connections += 1;
    socket.onSent = (frame) => {
      if (this.socket === socket) this.receive(frame);
    };
    const meta = { session_id: 's', epoch: this.epoch, heartbeat_seconds: 3_600, limits: {}, total: 0 };
    queueMicrotask(() => {
      if (this.socket !== socket) return;
      this.deliver({ eventType: 'chat.notifications', data: {}, meta: { ...meta, truncated: false, unread: {} } });
    });
  }

  private receive({ event_type, request_id, data }: ClientFrame): void {
    this.requests.push(event_type);
    if (event_type === 'session.heartbeat') this.deliver({ status: 'success' });
    if (event_type === 'session.sync') this.answerSync(request_id, data as { rooms: Record<string, number> });
    if (event_type !== 'message.send') return;
    const { room_id, content, client_message_id: id } = data as Record<string, string>;
    const log = this.logs.get(room_id!)!;
    const known = log.find(({ type, message }) => type === 'message' && message.client_message_id === id);
    if (known) {
      const data = messagesAt(log, Infinity).get(known.message.id) ?? { ...known.message, is_deleted: true };
      const repeated = { room_id, seq: known.seq, data, meta: { duplicate: true } };
      this.deliver({ eventType: 'message.dispatch', request_id, ...repeated });
    } else this.deliver({ ...this.frameOf(room_id!, this.post(room_id!, content!, id)), request_id });
  }

  private answerSync(request_id: string | undefined, asked: { rooms: Record<string, number>; epoch?: string }): void {
    const parent = `epoch ${String(this.epochs.length - 1)}`;
    const rooms = [...this.logs].map(([room_id, log]): SyncedRoom => {
      const position = asked.rooms[room_id];
      const agrees =
        asked.epoch === this.epoch || (asked.epoch === parent && (position ?? 0) <= (this.bornAt.get(room_id) ?? 0));
      const last_seq = log.at(-1)?.seq ?? 0;
      const reset = position === undefined || !agrees;
      return {
        room_id,
        last_seq,
        reset,
        room: null,
        messages: changesSince(log, reset ? undefined : position),
        marks: [],
      };
    });
    const data = { complete: true, rooms, left: [] };
    this.deliver({ eventType: 'sessionsync.dispatch', request_id, data, meta: { epoch: this.epoch } });
  }

  private append(roomId: string, change: Change): void {
    this.logs.get(roomId)?.push(change);
    // The sender's copy is the answer.
    if (change.type === 'message' && change.message.client_message_id !== null) return;
    const { type, message, seq } = change;
    if (type === 'message') this.deliver(this.frameOf(roomId, message));
    else {
      const data = type === 'edit' ? { action: 'update', message } : { action: 'delete', message_ids: [message.id] };
      this.deliver({ eventType: 'messagemodification.dispatch', room_id: roomId, seq, data });
    }
  }

  private frameOf(room_id: string, data: Message): object {
    return { eventType: 'message.dispatch', room_id, seq: data.seq, data };
  }

  private deliver(frame: object): void {
    if (!this.isMute) this.socket?.emit('message', { data: JSON.stringify(frame) });
  }

  private nextSeq(roomId: string): number {
    return (this.logs.get(roomId)?.at(-1)?.seq ?? 0) + 1;
  }

  private pick(roomId: string, at: number): Message | undefined {
    const messages = [...messagesAt(this.logs.get(roomId)!, Infinity).values()];
    return messages[at % Math.max(1, messages.length)];
  }
}

/** @param position undefined: the present messages alone */
function changesSince(log: Log, position: number | undefined): SyncedRoom['messages'] {
  const now = messagesAt(log, Infinity);
  const changed = new Set(log.filter(({ seq }) => seq > (position ?? 0)).map(({ message }) => message.id));
  return [...changed].flatMap((id): SyncedRoom['messages'] => {
    const message = now.get(id);
    if (message) return [message];
    return position === undefined ? [] : [{ id, is_deleted: true as const }];
  });
}

class SimulatedSocket implements Socket {
  onSent: (frame: ClientFrame) => void = () => undefined;
  private readonly listeners = new Map<string, (event: unknown) => void>();

  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.listeners.set(type, listener);
  }

  send(text: string): void {
    this.onSent(JSON.parse(text) as ClientFrame);
  }

  close(): void {
    this.onSent = () => undefined;
    this.listeners.clear();
  }

  emit(type: string, event: unknown): void {
    this.listeners.get(type)?.(event);
  }
}

import type { Message } from '@parley/protocol';

import type { ChatEvents, Outgoing } from './chat-events.js';
import type { Ask } from './client-events.js';
import type { Emitter } from './emitter.js';
import { Interpreter } from './interpreter.js';
import { Keeping } from './keeping.js';
import { Link } from './link.js';
import type { LinkEars } from './link.js';
import { TIMING } from './options.js';
import type { ParleyOptions, Timing } from './options.js';
import { Outbox } from './outbox.js';
import { ReadMarks } from './read-marks.js';
import { Requests } from './requests.js';
import { RoomOrder } from './room-order.js';
import { Rooms } from './rooms.js';
import { socketConstructor } from './socket.js';
import { MemoryStorage } from './storage.js';
import { Sync } from './sync.js';
import { claimsOf, TokenRenewal } from './token-renewal.js';
import { TypingNotices } from './typing-notices.js';
import { TypingUsers } from './typing-users.js';
import { uuid } from './uuid.js';

/** What happens to a conversation, told to whoever leads it. */
export interface Course extends LinkEars {
  /** Nothing is missing. */
  caughtUp(): void;
  /** The token is about to end. @returns until when the next one is good, milliseconds since 1970 */
  renews(): Promise<number | undefined>;
}

/** The parts of a client, and who tells whom. */
export class Parts {
  readonly rooms: Rooms;
  readonly requests = new Requests();
  readonly ask: Ask = (eventType, data) => this.requests.once(eventType, data) as Promise<never>;
  readonly link: Link;
  readonly renewal: TokenRenewal;
  readonly order: RoomOrder;
  readonly sync: Sync;
  readonly outbox: Outbox;
  readonly keeping: Keeping;
  readonly readMarks: ReadMarks;
  readonly typingUsers: TypingUsers;
  readonly interpreter: Interpreter;
  private readonly timing: Timing;

  constructor(
    private readonly options: ParleyOptions,
    private readonly events: Emitter<ChatEvents>,
    course: Course,
  ) {
    this.timing = { ...TIMING, ...options.timing };
    this.link = this.newLink(course);
    this.renewal = new TokenRenewal(() => course.renews());
    this.typingUsers = new TypingUsers((roomId, users) => {
      events.emit('typing', { roomId, users });
    });
    this.readMarks = new ReadMarks((room_id, up_to_seq) => this.ask('message.read', { room_id, up_to_seq }));
    this.outbox = this.newOutbox();
    this.rooms = this.newRooms();
    this.interpreter = this.newInterpreter();
    this.order = this.newOrder();
    this.sync = new Sync(this.requests, this.order, this.timing, () => {
      course.caughtUp();
    });
    this.keeping = this.newKeeping(course);
  }

  private newLink(course: Course): Link {
    const { url, token } = this.options;
    const way = {
      url: new URL(url).href,
      token,
      timing: this.timing,
      WebSocket: socketConstructor(this.options.WebSocket),
    };
    return new Link(way, course);
  }

  private newInterpreter(): Interpreter {
    return new Interpreter({
      emit: this.events.emit.bind(this.events),
      typing: this.typingUsers,
      timelineOf: (roomId) => this.rooms.timelineOf(roomId),
      ownId: () => claimsOf(this.link.token ?? '').user_id,
      stored: (message) => {
        this.outbox.settles(message);
      },
    });
  }

  private newOrder(): RoomOrder {
    return new RoomOrder({
      told: (frame) => {
        this.interpreter.told(frame);
      },
      synced: (news) => {
        this.interpreter.synced(news);
      },
      left: (roomId) => {
        this.events.emit('left', { roomId });
      },
      missed: () => {
        this.sync.begins();
      },
    });
  }

  private newOutbox(): Outbox {
    return new Outbox(this.timing, {
      send: async (entry) => {
        const { room_id, content, client_message_id, extra_fields } = entry;
        return (await this.ask('message.send', { room_id, content, client_message_id, extra_fields })).data;
      },
      changed: () => {
        this.keeping.now();
      },
      told: (outgoing: Outgoing) => {
        this.rooms.timelineOf(outgoing.room_id)?.goesOut(outgoing);
        this.events.emit('outgoing', outgoing);
      },
      stored: ({ room_id, client_message_id }, message: Message) => {
        const timeline = this.rooms.timelineOf(room_id);
        if (message.is_deleted) timeline?.arrives(client_message_id);
        else timeline?.add([message]);
      },
    });
  }

  private newRooms(): Rooms {
    const typing = new TypingNotices((roomId) => this.ask('message.typing', { room_id: roomId }));
    const host = {
      ask: this.ask,
      on: this.events.on.bind(this.events),
      send: (room_id: string, content: string, extra_fields: Readonly<Record<string, unknown>>) =>
        this.outbox.add({
          room_id,
          client_message_id: uuid(),
          content,
          extra_fields,
          created_at: new Date().toISOString(),
        }),
      reads: this.readMarks.reads.bind(this.readMarks),
      types: typing.types.bind(typing),
    };
    return new Rooms(
      host,
      (roomId) => {
        this.events.emit('messages', { roomId });
      },
      (roomId, timeline) => {
        for (const entry of this.outbox.entries)
          if (entry.room_id === roomId) timeline.goesOut({ ...entry, pending: true });
      },
    );
  }

  private newKeeping(course: Course): Keeping {
    const snapshot = () => ({ positions: this.order.snapshot(), outbox: this.outbox.entries });
    return new Keeping(this.options.storage ?? new MemoryStorage(), snapshot, (error) => {
      course.failed(error);
    });
  }
}

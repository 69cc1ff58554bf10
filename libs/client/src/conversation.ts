import type { Message, Presence } from '@parley/protocol';

import type { ChatEvents, Outgoing } from './chat-events.js';
import type { Ask } from './client-events.js';
import type { Emitter } from './emitter.js';
import { isNumbered } from './frames.js';
import type { Frame, Greeting } from './frames.js';
import { Interpreter } from './interpreter.js';
import { Keeping } from './keeping.js';
import { Link } from './link.js';
import type { State } from './link.js';
import { TIMING } from './options.js';
import type { ParleyOptions, Timing } from './options.js';
import { Outbox } from './outbox.js';
import { ParleyError } from './parley-error.js';
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

/** The parts of a client, and who tells whom. */
export class Conversation {
  readonly rooms: Rooms;
  readonly ask: Ask = (eventType, data) => this.requests.once(eventType, data) as Promise<never>;
  private readonly timing: Timing;
  private readonly requests = new Requests();
  private readonly link: Link;
  private readonly renewal: TokenRenewal;
  private readonly order: RoomOrder;
  private readonly sync: Sync;
  private readonly outbox: Outbox;
  private readonly keeping: Keeping;
  private readonly loading: Promise<void>;
  private readonly readMarks: ReadMarks;
  private readonly typingUsers: TypingUsers;
  private readonly typingNotices: TypingNotices;
  private readonly interpreter: Interpreter;
  private watched: readonly number[] = [];

  constructor(
    private readonly options: ParleyOptions,
    private readonly events: Emitter<ChatEvents>,
  ) {
    this.timing = { ...TIMING, ...options.timing };
    this.link = this.newLink();
    this.renewal = new TokenRenewal(() => this.renews());
    this.typingUsers = new TypingUsers((roomId, users) => {
      events.emit('typing', { roomId, users });
    });
    this.typingNotices = new TypingNotices((roomId) => this.ask('message.typing', { room_id: roomId }));
    this.readMarks = new ReadMarks((room_id, up_to_seq) => this.ask('message.read', { room_id, up_to_seq }));
    this.outbox = this.newOutbox();
    this.rooms = this.newRooms();
    this.interpreter = new Interpreter({
      emit: events.emit.bind(events),
      typing: this.typingUsers,
      timelineOf: (roomId) => this.rooms.timelineOf(roomId),
      ownId: () => claimsOf(this.link.token ?? '').user_id,
      stored: (message) => {
        this.outbox.settles(message);
      },
    });
    this.order = this.newOrder();
    this.sync = new Sync(this.requests, this.order, this.timing, () => {
      this.caughtUp();
    });
    this.keeping = this.newKeeping();
    this.loading = this.keeping.load(({ positions, outbox }) => {
      this.order.restore(positions);
      this.outbox.restore(outbox);
    });
  }

  get state(): State {
    return this.link.state;
  }

  async starts(): Promise<void> {
    await this.loading;
    this.link.start();
    if (this.state === 'online') return;
    await new Promise<void>((resolve, reject) => {
      const stop = this.events.on('state', (state) => {
        if (state === 'connecting') return;
        stop();
        if (state === 'online') resolve();
        else reject(new ParleyError(state, 'The client was stopped before it was online.'));
      });
    });
  }

  async ends(): Promise<void> {
    this.link.stop();
    await this.loading;
    await this.keeping.settled();
  }

  hurry(): void {
    this.link.hurry();
  }

  async watches(userIds: readonly number[]): Promise<readonly Presence[]> {
    this.watched = userIds;
    return (await this.ask('presence.subscribe', { user_ids: userIds })).data;
  }

  private greeted(greeting: Greeting, tokenEnd: number | undefined): void {
    const { data: byRoom, meta } = greeting;
    this.requests.opens((frame) => {
      this.link.say(frame);
    });
    this.renewal.expects(tokenEnd);
    this.sync.opens(greeting);
    this.events.emit('frame', greeting);
    this.events.emit('notifications', { byRoom, unread: meta.unread, total: meta.total, truncated: meta.truncated });
  }

  private heard(frame: Frame): void {
    if ('error' in frame) {
      const unasked = this.requests.refuses(frame.error);
      if (unasked) this.events.emit('error', unasked);
      return;
    }
    if ('eventType' in frame) {
      this.events.emit('frame', frame);
      if (isNumbered(frame)) {
        this.order.hears(frame);
        this.keeping.later();
      } else this.interpreter.passing(frame);
    }
    this.requests.hears(frame);
  }

  private caughtUp(): void {
    const wasAway = this.state !== 'online';
    this.link.caughtUp();
    this.keeping.later();
    this.outbox.opens();
    this.readMarks.flush();
    if (wasAway && this.watched.length > 0) this.watches(this.watched).catch(this.fails);
  }

  private lost(): void {
    this.renewal.stops();
    this.outbox.closes();
    this.requests.closes();
    this.sync.closes();
    this.typingUsers.closes();
  }

  private async renews(): Promise<number | undefined> {
    try {
      const token = await this.options.token(this.link.token);
      if (token === null) throw new ParleyError('token', 'There is no token any more.');
      const { data } = await this.ask('session.authenticate', { token });
      this.link.renewed(token);
      return Date.parse(data.expires_at);
    } catch (error) {
      this.fails(error);
      throw error;
    }
  }

  private readonly fails = (error: unknown): void => {
    this.events.emit('error', error instanceof ParleyError ? error : ParleyError.of('token', error));
  };

  private newLink(): Link {
    const { url, token } = this.options;
    const way = {
      url: new URL(url).href,
      token,
      timing: this.timing,
      WebSocket: socketConstructor(this.options.WebSocket),
    };
    return new Link(way, {
      opened: (greeting, tokenEnd) => {
        this.greeted(greeting, tokenEnd);
      },
      heard: (frame) => {
        this.heard(frame);
      },
      lost: () => {
        this.lost();
      },
      changed: (state) => {
        this.events.emit('state', state);
      },
      failed: this.fails,
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
      types: this.typingNotices.types.bind(this.typingNotices),
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

  private newKeeping(): Keeping {
    const snapshot = () => ({ positions: this.order.snapshot(), outbox: this.outbox.entries });
    return new Keeping(this.options.storage ?? new MemoryStorage(), snapshot, this.fails);
  }
}

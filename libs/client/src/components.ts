import type { Message } from '@parley/protocol';

import type { Emitter, Outgoing } from './chat-events.js';
import type { Ask } from './client-events.js';
import { EventDispatcher } from './event-dispatcher.js';
import { DEFAULT_TIMING, socketConstructor } from './options.js';
import type { ParleyOptions, Timing } from './options.js';
import { Outbox } from './outbox.js';
import { ReadReporter } from './read-reporter.js';
import { ReconnectingSocket } from './reconnecting-socket.js';
import type { ReconnectingSocketListener } from './reconnecting-socket.js';
import { Requests } from './requests.js';
import { RoomSequencer } from './room-sequencer.js';
import { Rooms } from './rooms.js';
import { StateSaver } from './state-saver.js';
import { MemoryStorage } from './storage.js';
import { Sync } from './sync.js';
import { readClaims, TokenRenewal } from './token-renewal.js';
import { TypingNotifier, TypingUsers } from './typing.js';

/** The events of the components that the session handles. */
export interface SessionCallbacks extends ReconnectingSocketListener {
  /** The sync is complete. */
  onSynchronized(): void;
  /** The token is about to expire. @returns the expiry of the next one, milliseconds since 1970 */
  renewToken(): Promise<number | undefined>;
}

/** Creates the components of a client and connects their callbacks. */
export class Components {
  readonly rooms: Rooms;
  readonly requests = new Requests();
  readonly ask: Ask = (eventType, data) => this.requests.request(eventType, data) as Promise<never>;
  readonly socket: ReconnectingSocket;
  readonly renewal: TokenRenewal;
  readonly sequencer: RoomSequencer;
  readonly sync: Sync;
  readonly outbox: Outbox;
  readonly saver: StateSaver;
  readonly readReporter: ReadReporter;
  readonly typing = new TypingNotifier((room_id) => this.ask('message.typing', { room_id }));
  readonly typingUsers: TypingUsers;
  readonly dispatcher: EventDispatcher;
  private readonly timing: Timing;

  constructor(
    private readonly options: ParleyOptions,
    readonly events: Emitter,
    callbacks: SessionCallbacks,
  ) {
    this.timing = { ...DEFAULT_TIMING, ...options.timing };
    this.socket = this.newSocket(callbacks);
    this.renewal = new TokenRenewal(() => callbacks.renewToken());
    this.typingUsers = new TypingUsers((roomId, users) => events.emit('typing', { roomId, users }));
    this.readReporter = new ReadReporter((room_id, up_to_seq) => this.ask('message.read', { room_id, up_to_seq }));
    this.outbox = this.newOutbox();
    this.rooms = this.newRooms();
    this.dispatcher = new EventDispatcher(this);
    this.sequencer = this.newSequencer();
    this.sync = new Sync(this.requests, this.sequencer, this.timing, () => callbacks.onSynchronized());
    this.saver = this.newSaver(callbacks);
  }

  ownId(): number | undefined {
    return readClaims(this.socket.token ?? '').user_id;
  }

  private newSocket(callbacks: SessionCallbacks): ReconnectingSocket {
    const { options, timing } = this;
    const url = new URL(options.url).href;
    const settings = { ...options, url, timing, WebSocket: socketConstructor(options.WebSocket) };
    return new ReconnectingSocket(settings, callbacks);
  }

  private newSequencer(): RoomSequencer {
    return new RoomSequencer({
      onFrame: (frame) => this.dispatcher.dispatchNumbered(frame),
      onSynced: (result) => this.dispatcher.dispatchSync(result),
      onLeft: (roomId) => this.events.emit('left', { roomId }),
      onGap: () => this.sync.start(),
    });
  }

  private newOutbox(): Outbox {
    return new Outbox(this.timing, {
      send: async ({ room_id, content, client_message_id, extra_fields }) =>
        (await this.ask('message.send', { room_id, content, client_message_id, extra_fields })).data,
      onChange: () => this.saver.save(),
      onOutgoing: (outgoing: Outgoing) => {
        this.rooms.timelineOf(outgoing.room_id)?.putOutgoing(outgoing);
        this.events.emit('outgoing', outgoing);
      },
      onStored: ({ room_id, client_message_id }, message: Message) => {
        const timeline = this.rooms.timelineOf(room_id);
        if (message.is_deleted) timeline?.removeOutgoing(client_message_id);
        else timeline?.add([message]);
      },
    });
  }

  private newRooms(): Rooms {
    return new Rooms(
      this,
      (roomId) => this.events.emit('messages', { roomId }),
      (roomId, timeline) => {
        for (const entry of this.outbox.entries)
          if (entry.room_id === roomId) timeline.putOutgoing({ ...entry, pending: true });
        this.options.storage?.opened?.(roomId, timeline);
      },
    );
  }

  private newSaver(callbacks: SessionCallbacks): StateSaver {
    const { sequencer, sync, outbox } = this;
    const snapshot = () => ({
      get positions() {
        return sequencer.snapshot();
      },
      get epoch() {
        return sync.epoch;
      },
      outbox: outbox.entries,
    });
    return new StateSaver(this.options.storage ?? new MemoryStorage(), snapshot, (error) => callbacks.onError(error));
  }
}

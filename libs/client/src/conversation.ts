import type { Presence } from '@parley/protocol';

import type { ChatEvents } from './chat-events.js';
import type { Ask } from './client-events.js';
import type { Emitter } from './emitter.js';
import { isNumbered } from './frames.js';
import type { Frame, Greeting } from './frames.js';
import type { State } from './link.js';
import type { ParleyOptions } from './options.js';
import { ParleyError } from './parley-error.js';
import { Parts } from './parts.js';
import type { Rooms } from './rooms.js';

/** From the first line to the last: what is to be done whenever one opens, says something, or is lost. */
export class Conversation {
  private readonly parts: Parts;
  private readonly loading: Promise<void>;
  private watched: readonly number[] = [];

  constructor(
    private readonly options: ParleyOptions,
    private readonly events: Emitter<ChatEvents>,
  ) {
    this.parts = new Parts(options, events, {
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
        events.emit('state', state);
      },
      failed: this.fails,
      caughtUp: () => {
        this.caughtUp();
      },
      renews: () => this.renews(),
    });
    const { keeping, order, outbox } = this.parts;
    this.loading = keeping.load((kept) => {
      order.restore(kept.positions);
      outbox.restore(kept.outbox);
    });
  }

  get rooms(): Rooms {
    return this.parts.rooms;
  }

  get ask(): Ask {
    return this.parts.ask;
  }

  get state(): State {
    return this.parts.link.state;
  }

  async starts(): Promise<void> {
    await this.loading;
    this.parts.link.start();
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
    this.parts.link.stop();
    await this.loading;
    await this.parts.keeping.settled();
  }

  hurry(): void {
    this.parts.link.hurry();
  }

  async watches(userIds: readonly number[]): Promise<readonly Presence[]> {
    this.watched = userIds;
    return (await this.ask('presence.subscribe', { user_ids: userIds })).data;
  }

  private greeted(greeting: Greeting, tokenEnd: number | undefined): void {
    const { data: byRoom, meta } = greeting;
    this.parts.requests.opens((frame) => {
      this.parts.link.say(frame);
    });
    this.parts.renewal.expects(tokenEnd);
    this.parts.sync.opens(greeting);
    this.events.emit('frame', greeting);
    this.events.emit('notifications', { byRoom, unread: meta.unread, total: meta.total, truncated: meta.truncated });
  }

  private heard(frame: Frame): void {
    if ('error' in frame) {
      const unasked = this.parts.requests.refuses(frame.error);
      if (unasked) this.events.emit('error', unasked);
      return;
    }
    if ('eventType' in frame) {
      this.events.emit('frame', frame);
      if (isNumbered(frame)) {
        this.parts.order.hears(frame);
        this.parts.keeping.later();
      } else this.parts.interpreter.passing(frame);
    }
    this.parts.requests.hears(frame);
  }

  private caughtUp(): void {
    const wasAway = this.state !== 'online';
    this.parts.link.caughtUp();
    this.parts.keeping.later();
    this.parts.outbox.opens();
    this.parts.readMarks.flush();
    if (wasAway && this.watched.length > 0) this.watches(this.watched).catch(this.fails);
  }

  private lost(): void {
    this.parts.renewal.stops();
    this.parts.outbox.closes();
    this.parts.requests.closes();
    this.parts.sync.closes();
    this.parts.typingUsers.closes();
  }

  private async renews(): Promise<number | undefined> {
    try {
      const token = await this.options.token(this.parts.link.token);
      if (token === null) throw new ParleyError('token', 'There is no token any more.');
      const { data } = await this.ask('session.authenticate', { token });
      this.parts.link.renewed(token);
      return Date.parse(data.expires_at);
    } catch (error) {
      this.fails(error);
      throw error;
    }
  }

  private readonly fails = (error: unknown): void => {
    this.events.emit('error', error instanceof ParleyError ? error : ParleyError.of('token', error));
  };
}

import type { Presence } from '@parley/protocol';

import type { Emitter } from './chat-events.js';
import type { Ask } from './client-events.js';
import { Components } from './components.js';
import type { SessionCallbacks } from './components.js';
import { isNumbered } from './frames.js';
import type { Frame, InitialSnapshot } from './frames.js';
import type { ParleyOptions } from './options.js';
import { ParleyError } from './parley-error.js';
import type { State } from './reconnecting-socket.js';
import type { Rooms } from './rooms.js';
import type { SyncFields } from './sync.js';

/** Handles the events of all connections from `connect` to `close`: open, frame, synchronized, lost. */
export class Session implements SessionCallbacks {
  private readonly components: Components;
  private readonly loading: Promise<void>;
  private watchedUserIds: readonly number[] = [];
  private readonly checkConnection = (): void => this.components.socket.checkConnection();

  constructor(
    private readonly options: ParleyOptions,
    private readonly events: Emitter,
  ) {
    this.components = new Components(options, events, this);
    const { saver, sequencer, outbox, sync } = this.components;
    this.loading = saver.load((stored) => {
      sequencer.restore(stored.positions);
      sync.epoch = stored.epoch;
      outbox.restore(stored.outbox);
    });
  }

  get rooms(): Rooms {
    return this.components.rooms;
  }

  get ask(): Ask {
    return this.components.ask;
  }

  get state(): State {
    return this.components.socket.state;
  }

  async connect(): Promise<void> {
    (globalThis as Partial<EventTarget>).addEventListener?.('online', this.checkConnection);
    await this.loading;
    this.components.socket.start();
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

  async close(): Promise<void> {
    (globalThis as Partial<EventTarget>).removeEventListener?.('online', this.checkConnection);
    this.components.socket.stop();
    await this.loading;
    await this.components.saver.flush();
  }

  syncMore(request: SyncFields): () => void {
    const { sync, requests } = this.components;
    sync.more.push(request);
    return () => {
      if (requests.isOpen) sync.start();
    };
  }

  async watchPresence(userIds: readonly number[]): Promise<readonly Presence[]> {
    this.watchedUserIds = userIds;
    return (await this.ask('presence.subscribe', { user_ids: userIds })).data;
  }

  onConnected(snapshot: InitialSnapshot, tokenExpiry: number | undefined): void {
    const { data: byRoom, meta } = snapshot;
    this.components.requests.open((frame) => this.components.socket.send(frame));
    this.components.renewal.schedule(tokenExpiry);
    this.components.sync.open(snapshot);
    this.events.emit('frame', snapshot);
    const { unread, unread_mentions: unreadMentions = {}, total, truncated } = meta;
    this.events.emit('notifications', { byRoom, unread, unreadMentions, total, truncated });
  }

  onFrame(frame: Frame): void {
    if ('error' in frame) {
      const unmatched = this.components.requests.handleError(frame.error);
      if (unmatched) this.events.emit('error', unmatched);
      return;
    }
    if ('eventType' in frame) {
      this.events.emit('frame', frame);
      if (isNumbered(frame)) {
        this.components.sequencer.receive(frame);
        this.components.saver.saveSoon();
      } else this.components.dispatcher.dispatchUnnumbered(frame);
    }
    this.components.requests.handleAnswer(frame);
  }

  onSynchronized(): void {
    const wasOffline = this.state !== 'online';
    this.components.socket.markOnline();
    this.components.saver.saveSoon();
    this.components.outbox.resume();
    this.components.readReporter.flush();
    if (wasOffline && this.watchedUserIds.length > 0)
      this.watchPresence(this.watchedUserIds).catch((error: unknown) => this.onError(error));
  }

  onDisconnected(): void {
    this.components.renewal.cancel();
    this.components.outbox.suspend();
    this.components.requests.close();
    this.components.sync.close();
    this.components.typingUsers.clear();
  }

  async renewToken(): Promise<number | undefined> {
    try {
      const token = await this.options.token(this.components.socket.token);
      if (token === null) throw new ParleyError('token', 'There is no access token.');
      const { data } = await this.ask('session.authenticate', { token });
      this.components.socket.token = token;
      return Date.parse(data.expires_at);
    } catch (error) {
      this.onError(error);
      throw error;
    }
  }

  onState(state: State): void {
    this.events.emit('state', state);
  }

  onError(error: unknown): void {
    this.events.emit('error', error instanceof ParleyError ? error : ParleyError.of('token', error));
  }
}

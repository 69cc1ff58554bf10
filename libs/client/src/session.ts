import type { Presence } from '@parley/protocol';

import type { Emitter } from './chat-events.js';
import type { Ask } from './client-events.js';
import { Components } from './components.js';
import { isNumbered } from './frames.js';
import type { Frame, InitialSnapshot } from './frames.js';
import type { ParleyOptions } from './options.js';
import { ParleyError } from './parley-error.js';
import type { State } from './reconnecting-socket.js';
import type { Rooms } from './rooms.js';
import type { SyncFields } from './sync.js';

/** Handles the events of all connections from `connect` to `close`: open, frame, synchronized, lost. */
export class Session {
  private readonly components: Components;
  private readonly loading: Promise<void>;
  private watchedUserIds: readonly number[] = [];

  constructor(
    private readonly options: ParleyOptions,
    private readonly events: Emitter,
  ) {
    this.components = new Components(options, events, {
      onConnected: (snapshot, tokenExpiry) => this.handleSnapshot(snapshot, tokenExpiry),
      onFrame: (frame) => this.handleFrame(frame),
      onDisconnected: () => this.handleDisconnect(),
      onState: (state) => events.emit('state', state),
      onError: this.reportError,
      onSynchronized: () => this.handleSynchronized(),
      renewToken: () => this.renewToken(),
    });
    const { saver, sequencer, outbox, sync } = this.components;
    this.loading = saver.load((stored) => {
      sequencer.restore(stored.positions);
      sync.restore(stored.epoch);
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

  checkConnection(): void {
    this.components.socket.checkConnection();
  }

  async watchPresence(userIds: readonly number[]): Promise<readonly Presence[]> {
    this.watchedUserIds = userIds;
    return (await this.ask('presence.subscribe', { user_ids: userIds })).data;
  }

  private handleSnapshot(snapshot: InitialSnapshot, tokenExpiry: number | undefined): void {
    const { data: byRoom, meta } = snapshot;
    this.components.requests.open((frame) => this.components.socket.send(frame));
    this.components.renewal.schedule(tokenExpiry);
    this.components.sync.open(snapshot);
    this.events.emit('frame', snapshot);
    const { unread, unread_mentions: unreadMentions = {}, total, truncated } = meta;
    this.events.emit('notifications', { byRoom, unread, unreadMentions, total, truncated });
  }

  private handleFrame(frame: Frame): void {
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

  private handleSynchronized(): void {
    const wasOffline = this.state !== 'online';
    this.components.socket.markOnline();
    this.components.saver.saveSoon();
    this.components.outbox.resume();
    this.components.readReporter.flush();
    if (wasOffline && this.watchedUserIds.length > 0) this.watchPresence(this.watchedUserIds).catch(this.reportError);
  }

  private handleDisconnect(): void {
    this.components.renewal.cancel();
    this.components.outbox.suspend();
    this.components.requests.close();
    this.components.sync.close();
    this.components.typingUsers.clear();
  }

  private async renewToken(): Promise<number | undefined> {
    try {
      const token = await this.options.token(this.components.socket.token);
      if (token === null) throw new ParleyError('token', 'There is no access token.');
      const { data } = await this.ask('session.authenticate', { token });
      this.components.socket.useToken(token);
      return Date.parse(data.expires_at);
    } catch (error) {
      this.reportError(error);
      throw error;
    }
  }

  private readonly reportError = (error: unknown): void => {
    this.events.emit('error', error instanceof ParleyError ? error : ParleyError.of('token', error));
  };
}

import { DEFAULT_TIMING } from '../options.js';
import { Outbox } from '../outbox.js';
import type { Parley } from '../parley.js';
import type { RecordStore } from './record-store.js';
import { StoredOutbox } from './stored-outbox.js';

/** Sends the unsent messages of tabs that are gone. One that was sent already is stored once, by its id. */
export class AdoptedSends {
  readonly stored: StoredOutbox;
  private readonly outbox: Outbox;

  /** @param onChange called when there is something to write */
  constructor(
    private readonly chat: Parley,
    tab: string,
    onChange: () => void,
  ) {
    this.stored = new StoredOutbox(tab);
    this.outbox = new Outbox(DEFAULT_TIMING, {
      send: async ({ room_id, content, client_message_id, extra_fields }) =>
        (await chat.ask('message.send', { room_id, content, client_message_id, extra_fields })).data,
      onChange: () => {
        this.stored.set(this.outbox.entries);
        onChange();
      },
      onOutgoing: (outgoing) => chat.rooms.timelineOf(outgoing.room_id)?.putOutgoing(outgoing),
      onStored: ({ room_id, client_message_id }, message) => {
        const timeline = chat.rooms.timelineOf(room_id);
        if (message.is_deleted) timeline?.removeOutgoing(client_message_id);
        else timeline?.add([message]);
      },
    });
    chat.on('state', () => this.sendIfOnline());
    chat.on('message', ({ message }) => this.outbox.confirm(message));
  }

  /** @param isGone whether a tab has ended, and its messages were not adopted before */
  async adopt(records: RecordStore, isGone: (tab: string) => boolean): Promise<void> {
    await this.stored.load(records, isGone);
    this.outbox.restore(this.stored.all);
    this.sendIfOnline();
  }

  private sendIfOnline(): void {
    if (this.chat.state === 'online') this.outbox.resume();
    else this.outbox.suspend();
  }
}

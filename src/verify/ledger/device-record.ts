import type { Message, ServerEvent, ServerEvents, SyncPage } from '@parley/protocol';

import type { Fault, FaultKind } from './fault.js';
import { Hearing } from './hearing.js';
import { Picture } from './picture.js';

/** A frame with a sequence number. */
export type Numbered = ServerEvent & { readonly room_id: string; readonly seq: number };

type Blame = (fault: Fault) => void;

/** The state of one device, over all its connections. */
export class DeviceRecord {
  private readonly pictures = new Map<string, Picture>();
  private latest: ConnectionRecord | undefined;

  /**
   * @param name the name in the report
   * @param rooms the rooms of the run; of other rooms only the state for the next sync is kept
   */
  constructor(
    readonly name: string,
    private readonly rooms: ReadonlySet<string>,
    private readonly blame: Blame,
    /** Called for every live message that was not sent on this connection. */
    readonly heard: (message: Message, at: number) => void,
  ) {}

  isIn(roomId: string): boolean {
    return this.rooms.has(roomId);
  }

  /** The positions for the next sync. */
  marks(): Record<string, number> {
    return Object.fromEntries(Array.from(this.pictures, ([roomId, { upTo }]) => [roomId, upTo]));
  }

  connects(): ConnectionRecord {
    this.latest = new ConnectionRecord(this, (kind, what, roomId, seq, messageId) => {
      if (!this.rooms.has(roomId)) return;
      this.blame({ kind, what, room_id: roomId, who: this.name, seq, message_id: messageId });
    });
    return this.latest;
  }

  /** The current connection, if it is open and has synced. */
  get connection(): ConnectionRecord | undefined {
    return this.latest?.isLive ? this.latest : undefined;
  }

  /** Undefined if the device has received nothing of the room. */
  picture(roomId: string): Picture | undefined {
    return this.pictures.get(roomId);
  }

  pictureOf(roomId: string): Picture {
    const picture = this.pictures.get(roomId) ?? new Picture();
    this.pictures.set(roomId, picture);
    return picture;
  }

  forget(roomId: string): void {
    this.pictures.delete(roomId);
  }
}

/** The frames of one connection. Live frames are buffered until the sync, which may contain their changes already. */
export class ConnectionRecord {
  private readonly hearings = new Map<string, Hearing>();
  private early: Numbered[] | undefined = [];
  private open = true;

  constructor(
    private readonly device: DeviceRecord,
    private readonly blame: (kind: FaultKind, what: string, roomId: string, seq?: number, messageId?: string) => void,
  ) {}

  get isLive(): boolean {
    return this.open && this.early === undefined;
  }

  /** Records the first frame: its messages must not arrive live. A reaction has its own sequence number. */
  greets(notifications: ServerEvents['chat.notifications']): void {
    for (const [roomId, waiting] of Object.entries(notifications)) {
      for (const { notification_type: type, message } of waiting) {
        if (type !== 'REACTION') this.hearing(roomId).greets(message.seq);
      }
    }
  }

  /** @param at milliseconds on the clock of the run */
  hears(frame: Numbered, at: number): void {
    const { room_id: roomId, seq } = frame;
    const arrival = this.hearing(roomId).hears(seq);
    if (frame.eventType === 'message.dispatch' && frame.request_id === undefined) this.device.heard(frame.data, at);
    if (arrival === 'again') this.blame('doubled', 'received twice on one connection', roomId, seq, idIn(frame));
    if (arrival === 'out of order') {
      this.blame('out_of_order', 'received after a later number on the same connection', roomId, seq, idIn(frame));
    }
    if (this.early) this.early.push(frame);
    else this.show(frame);
  }

  syncs(page: SyncPage): void {
    for (const room of page.rooms) this.device.pictureOf(room.room_id).syncs(room);
    for (const roomId of page.left) {
      this.blame('wrong', 'its sync reports the room as left, but the user is a member', roomId);
      this.device.forget(roomId);
    }
    if (page.complete) this.goLive();
  }

  /**
   * Ends the record, and reports missing sequence numbers.
   * @param lastSeqs the latest sequence numbers of rooms, if there was time to receive them
   * @returns the rooms with missing sequence numbers
   */
  closes(lastSeqs: ReadonlyMap<string, number> = new Map()): ReadonlySet<string> {
    const incomplete = new Set<string>();
    if (!this.open) return incomplete;
    this.open = false;
    for (const [roomId, hearing] of this.hearings) {
      for (const seq of hearing.missing(lastSeqs.get(roomId))) {
        incomplete.add(roomId);
        this.blame('lost', 'did not receive this sequence number, although its connection stayed open', roomId, seq);
      }
    }
    return incomplete;
  }

  private goLive(): void {
    const early = this.early ?? [];
    this.early = undefined;
    for (const [roomId, seq] of Object.entries(this.device.marks())) this.hearing(roomId).syncs(seq);
    for (const frame of early) this.show(frame);
  }

  private show(frame: Numbered): void {
    const picture = this.device.pictureOf(frame.room_id);
    if (frame.seq > picture.upTo) picture.takes(frame, frame.seq);
  }

  private hearing(roomId: string): Hearing {
    const hearing = this.hearings.get(roomId) ?? new Hearing();
    this.hearings.set(roomId, hearing);
    return hearing;
  }
}

function idIn(frame: Numbered): string | undefined {
  if (frame.eventType === 'message.dispatch') return frame.data.id;
  if (frame.eventType === 'reaction.dispatch') return frame.data.message.id;
  if (frame.eventType !== 'messagemodification.dispatch') return undefined;
  return frame.data.action === 'update' ? frame.data.message.id : frame.data.message_ids[0];
}

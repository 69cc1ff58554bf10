import type { Message, ServerEvent, ServerEvents, SyncPage } from '@parley/protocol';

import type { Fault, FaultKind } from './fault.js';
import { ReceivedNumbers } from './received-numbers.js';
import { RoomState } from './room-state.js';

/** A frame with a sequence number. */
export type Numbered = ServerEvent & { readonly room_id: string; readonly seq: number };

type ReportFault = (fault: Fault) => void;

/** The state of one device, over all its connections. */
export class DeviceRecord {
  private readonly roomStates = new Map<string, RoomState>();
  private latest: ConnectionRecord | undefined;
  /** The epoch of the positions; undefined before the first sync. */
  epoch: string | undefined;

  /**
   * @param name the name in the report
   * @param rooms the rooms of the run; of other rooms only the state for the next sync is kept
   */
  constructor(
    readonly name: string,
    private readonly rooms: ReadonlySet<string>,
    private readonly reportFault: ReportFault,
    /** Called for every live message that was not sent on this connection. */
    readonly onMessage: (message: Message, at: number) => void,
  ) {}

  isIn(roomId: string): boolean {
    return this.rooms.has(roomId);
  }

  /** The positions for the next sync. */
  positions(): Record<string, number> {
    return Object.fromEntries(Array.from(this.roomStates, ([roomId, { upTo }]) => [roomId, upTo]));
  }

  connect(): ConnectionRecord {
    this.latest = new ConnectionRecord(this, (kind, what, roomId, seq, messageId) => {
      if (!this.rooms.has(roomId)) return;
      this.reportFault({ kind, what, room_id: roomId, who: this.name, seq, message_id: messageId });
    });
    return this.latest;
  }

  /** The current connection, if it is open and has synced. */
  get connection(): ConnectionRecord | undefined {
    return this.latest?.isLive ? this.latest : undefined;
  }

  /** Undefined if the device has received nothing of the room. */
  roomState(roomId: string): RoomState | undefined {
    return this.roomStates.get(roomId);
  }

  getOrCreateRoomState(roomId: string): RoomState {
    const state = this.roomStates.get(roomId) ?? new RoomState();
    this.roomStates.set(roomId, state);
    return state;
  }

  forget(roomId: string): void {
    this.roomStates.delete(roomId);
  }
}

/** The frames of one connection. Live frames are buffered until the sync, which may contain their changes already. */
export class ConnectionRecord {
  private readonly receivedByRoom = new Map<string, ReceivedNumbers>();
  private early: Numbered[] | undefined = [];
  private open = true;

  constructor(
    private readonly device: DeviceRecord,
    private readonly reportFault: (
      kind: FaultKind,
      what: string,
      roomId: string,
      seq?: number,
      messageId?: string,
    ) => void,
  ) {}

  get isLive(): boolean {
    return this.open && this.early === undefined;
  }

  /** Records the first frame: its messages must not arrive live. A reaction has its own sequence number. */
  receiveSnapshot(notifications: ServerEvents['chat.notifications']): void {
    for (const [roomId, pending] of Object.entries(notifications)) {
      for (const { notification_type: type, message } of pending) {
        if (type !== 'REACTION') this.receivedIn(roomId).receiveInSnapshot(message.seq);
      }
    }
  }

  /** @param at milliseconds on the clock of the run */
  receive(frame: Numbered, at: number): void {
    const { room_id: roomId, seq } = frame;
    const order = this.receivedIn(roomId).receive(seq);
    if (frame.eventType === 'message.dispatch' && frame.request_id === undefined) this.device.onMessage(frame.data, at);
    if (order === 'again') this.reportFault('doubled', 'received twice on one connection', roomId, seq, idIn(frame));
    if (order === 'out of order') {
      this.reportFault(
        'out_of_order',
        'received after a later number on the same connection',
        roomId,
        seq,
        idIn(frame),
      );
    }
    if (this.early) this.early.push(frame);
    else this.apply(frame);
  }

  /** @param epoch of the page */
  receiveSyncPage(page: SyncPage, epoch?: string): void {
    const isNewEpoch = this.device.epoch !== undefined && this.device.epoch !== epoch;
    for (const room of page.rooms) this.device.getOrCreateRoomState(room.room_id).applySync(room, isNewEpoch);
    for (const roomId of page.left) {
      this.reportFault('wrong', 'its sync reports the room as left, but the user is a member', roomId);
      this.device.forget(roomId);
    }
    if (!page.complete) return;
    this.device.epoch = epoch;
    this.goLive();
  }

  /**
   * Ends the record, and reports missing sequence numbers.
   * @param lastSeqs the latest sequence numbers of rooms, if there was time to receive them
   * @returns the rooms with missing sequence numbers
   */
  close(lastSeqs: ReadonlyMap<string, number> = new Map()): ReadonlySet<string> {
    const incomplete = new Set<string>();
    if (!this.open) return incomplete;
    this.open = false;
    for (const [roomId, received] of this.receivedByRoom) {
      for (const seq of received.missing(lastSeqs.get(roomId))) {
        incomplete.add(roomId);
        this.reportFault(
          'lost',
          'did not receive this sequence number, although its connection stayed open',
          roomId,
          seq,
        );
      }
    }
    return incomplete;
  }

  private goLive(): void {
    const early = this.early ?? [];
    this.early = undefined;
    for (const [roomId, seq] of Object.entries(this.device.positions())) this.receivedIn(roomId).markSynced(seq);
    for (const frame of early) this.apply(frame);
  }

  private apply(frame: Numbered): void {
    const state = this.device.getOrCreateRoomState(frame.room_id);
    if (frame.seq > state.upTo) state.apply(frame, frame.seq);
  }

  private receivedIn(roomId: string): ReceivedNumbers {
    const received = this.receivedByRoom.get(roomId) ?? new ReceivedNumbers();
    this.receivedByRoom.set(roomId, received);
    return received;
  }
}

function idIn(frame: Numbered): string | undefined {
  if (frame.eventType === 'message.dispatch') return frame.data.id;
  if (frame.eventType === 'reaction.dispatch') return frame.data.message.id;
  if (frame.eventType !== 'messagemodification.dispatch') return undefined;
  return frame.data.action === 'update' ? frame.data.message.id : frame.data.message_ids[0];
}

import type { Message, ServerEvent, ServerEvents, SyncPage } from '@parley/protocol';

import type { Fault, FaultKind } from './fault.js';
import { PrivateCopy } from './private-copy.js';
import type { PrivateFrame } from './private-copy.js';
import { ReceivedNumbers } from './received-numbers.js';
import { RoomState } from './room-state.js';

/** A frame with a sequence number. */
export type Numbered = ServerEvent & { readonly room_id: string; readonly seq: number };

type ReportFault = (fault: Fault) => void;

/** The state of one device, over all its connections. */
export class DeviceRecord {
  private readonly roomStates = new Map<string, RoomState>();
  private latest: ConnectionRecord | undefined;
  readonly privateCopy = new PrivateCopy();
  /** The epoch of the positions; undefined before the first sync. */
  epoch: string | undefined;

  /**
   * @param username of its user
   * @param name the name in the report
   * @param rooms the rooms of the run; of other rooms only the state for the next sync is kept
   */
  constructor(
    readonly username: string,
    readonly name: string,
    private readonly rooms: ReadonlySet<string>,
    private readonly reportFault: ReportFault,
    /** Called for every live message that was not sent on this connection. */
    readonly onMessage: (message: Message, at: number) => void,
  ) {}

  isIn(roomId: string): boolean {
    return this.rooms.has(roomId);
  }

  /** The rooms of the run in which its user is. */
  get roomIds(): Iterable<string> {
    return this.rooms;
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
  private readonly privateNumbers = new ReceivedNumbers();
  private early: (Numbered | PrivateFrame)[] | undefined = [];
  private hasPrivateState = false;
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

  /** Whether the node has sent the number of the private state. */
  get receivesPrivateChanges(): boolean {
    return this.hasPrivateState;
  }

  /**
   * Records the first frame: its messages must not arrive live. A reaction has its own sequence number.
   * @param privateSeq the latest number of the private state
   */
  receiveSnapshot(notifications: ServerEvents['chat.notifications'], privateSeq?: number): void {
    this.hasPrivateState = privateSeq !== undefined;
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
    this.process(frame);
  }

  receivePrivate(frame: PrivateFrame): void {
    const { private_seq: seq } = frame;
    const order = this.privateNumbers.receive(seq);
    if (order === 'again') this.reportPrivate('doubled', 'received twice on one connection', seq);
    if (order === 'out of order')
      this.reportPrivate('out_of_order', 'received after a later one on the same connection', seq);
    this.process(frame);
  }

  /** @param epoch of the page */
  receiveSyncPage(page: SyncPage, epoch?: string): void {
    const isNewEpoch = this.device.epoch !== undefined && this.device.epoch !== epoch;
    if (page.private) this.device.privateCopy.applySync(page.private);
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
    for (const seq of this.privateNumbers.missing())
      this.reportPrivate('lost', 'not received, although the connection stayed open', seq);
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
    this.privateNumbers.markSynced(this.device.privateCopy.upTo);
    for (const frame of early) this.apply(frame);
  }

  private process(frame: Numbered | PrivateFrame): void {
    if (this.early) this.early.push(frame);
    else this.apply(frame);
  }

  private apply(frame: Numbered | PrivateFrame): void {
    if (isPrivate(frame)) {
      this.device.privateCopy.apply(frame);
      return;
    }
    const state = this.device.getOrCreateRoomState(frame.room_id);
    if (frame.seq > state.upTo) state.apply(frame, frame.seq);
  }

  /** The report names a room of the user, as the number belongs to none. */
  private reportPrivate(kind: FaultKind, what: string, seq: number): void {
    const [roomId = ''] = this.device.roomIds;
    this.reportFault(kind, `private change ${String(seq)}: ${what}`, roomId);
  }

  private receivedIn(roomId: string): ReceivedNumbers {
    const received = this.receivedByRoom.get(roomId) ?? new ReceivedNumbers();
    this.receivedByRoom.set(roomId, received);
    return received;
  }
}

export const isPrivate = (frame: ServerEvent): frame is PrivateFrame => frame.private_seq !== undefined;

function idIn(frame: Numbered): string | undefined {
  const { eventType } = frame;
  if (eventType === 'message.dispatch') return frame.data.id;
  if (eventType === 'reaction.dispatch' || eventType === 'messagepin.dispatch') return frame.data.message.id;
  if (eventType === 'pollupdate.dispatch' || eventType === 'attachment.dispatch') return frame.data.message_id;
  if (eventType === 'messagepreview.dispatch') return frame.data.message_id;
  if (eventType !== 'messagemodification.dispatch') return undefined;
  return frame.data.action === 'update' ? frame.data.message.id : frame.data.message_ids[0];
}

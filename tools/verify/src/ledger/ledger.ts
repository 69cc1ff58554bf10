import type { Message } from '@parley/protocol';

import { AnnouncedLosses } from './announced-losses.js';
import { Copies } from './copies.js';
import { DeviceRecord } from './device-record.js';
import type { Fault } from './fault.js';
import { checkHistory, checkPins, checkRoomState } from './final-check.js';
import type { FinalRoom } from './final-check.js';
import type { Latency } from './latencies.js';
import { MessageState } from './message-state.js';
import { ScheduledSends } from './scheduled-sends.js';
import { latenciesOf, markerOf, SentMessage } from './sent-message.js';
import type { SendAttempt, Sending } from './sent-message.js';
import { byThread, checkFollowed, checkThreads } from './thread-check.js';
import type { FollowedThreads } from './thread-check.js';
import { ThreadReads } from './thread-reads.js';
import { TrackedValue } from './tracked-value.js';

/** The result of a run. */
export interface Judgement {
  readonly accepted: number;
  /** The number of messages that the deployment was to send later. */
  readonly scheduled: number;
  /** The number of permitted losses. */
  readonly announcedLosses: number;
  /** The number of accepted messages, each times the devices that received it. */
  readonly delivered: number;
  readonly resent: number;
  readonly latency: { readonly others: Latency; readonly own: Latency };
  readonly faults: readonly Fault[];
  /** Devices that were not connected and synced at the end, and were not checked. */
  readonly stranded: readonly string[];
}

/**
 * Records all requests, answers and received frames of a run, and finds the faults in them. It uses neither sockets nor
 * clocks: the clients report to it, and pass it the rooms that they read at the end.
 */
export class Ledger {
  private readonly sent = new Map<string, SentMessage>();
  private readonly states = new Map<string, MessageState>();
  private readonly devices: DeviceRecord[] = [];
  /** By user and room. */
  private readonly favourites = new Map<string, TrackedValue<boolean>>();
  readonly threadReads = new ThreadReads();
  readonly scheduled = new ScheduledSends();
  private readonly faults: Fault[] = [];
  private readonly copies = new Copies();
  private readonly losses: AnnouncedLosses;

  /** @param permitsAnnouncedLosses whether a message may be lost if its loss was announced */
  constructor(private readonly permitsAnnouncedLosses = false) {
    this.losses = new AnnouncedLosses(this.devices, permitsAnnouncedLosses);
  }

  /**
   * A device of a user who is a member of these rooms during the whole run.
   * @param number of the device: its name in the report is `ada#1`
   */
  device(username: string, number: number, roomIds: readonly string[]): DeviceRecord {
    const name = `${username}#${String(number)}`;
    const device = new DeviceRecord(username, name, new Set(roomIds), this.reportFault, (message, at) => {
      this.received(message, at);
    });
    this.devices.push(device);
    return device;
  }

  /** Records one attempt to send a message. @param at milliseconds on the clock of the run */
  recordAttempt(sending: Sending, at: number): SendAttempt {
    const { clientMessageId } = sending;
    const known = this.sent.get(clientMessageId);
    const sent: SentMessage = known ?? this.newMessage(sending);
    const attempt = sent.recordAttempt(at);
    return {
      ...attempt,
      accepted: (message, duplicate, answeredAt) => {
        attempt.accepted(message, duplicate, answeredAt);
        const place = sent.place ?? message;
        if (!this.states.has(place.id)) this.states.set(place.id, new MessageState(place, sending));
      },
    };
  }

  private newMessage(sending: Sending): SentMessage {
    const isDeleted = (id: string): boolean => this.states.get(id)?.deleted.isPossible(true) ?? false;
    const sent: SentMessage = new SentMessage(
      sending,
      (fault) => {
        if (!this.losses.hold(fault, sent)) this.reportFault(fault);
      },
      isDeleted,
      this.permitsAnnouncedLosses,
    );
    this.sent.set(sending.clientMessageId, sent);
    return sent;
  }

  /** The expected state of an accepted message. */
  state(messageId: string): MessageState | undefined {
    return this.states.get(messageId);
  }

  /** Whether a room is a favourite of a user, by the requests and their answers. */
  favourite(username: string, roomId: string): TrackedValue<boolean> {
    const key = `${roomId} ${username}`;
    const value = this.favourites.get(key) ?? new TrackedValue(false);
    this.favourites.set(key, value);
    return value;
  }

  /** Whether every connected device has the last private changes of its user. */
  get hasDeliveredPrivateChanges(): boolean {
    return this.devices.every((device) => [...this.wrongFavourites(device)].length === 0);
  }

  /** Whether a device has received each scheduled message, live or by a sync. */
  get hasReceivedScheduled(): boolean {
    for (const { clientMessageId, roomId, content } of this.scheduled.missing) {
      const isSynced = this.devices.some((device) => device.roomState(roomId)?.hasText(content));
      if (isSynced) this.scheduled.receive(clientMessageId);
    }
    return this.scheduled.missing.length === 0;
  }

  get faultCount(): number {
    return this.faults.length;
  }

  get acceptedCount(): number {
    return this.states.size;
  }

  /**
   * @param rooms all rooms, read after the last change, when every device had time to receive it
   * @param followed the followed threads of users, read at the same time
   */
  judge(rooms: readonly FinalRoom[], followed: readonly FollowedThreads[] = []): Judgement {
    const lastSeqs = new Map(rooms.map(({ id, lastSeq }) => [id, lastSeq]));
    const stranded: string[] = [];
    this.checkRooms(rooms);
    this.checkFollowed(rooms, followed);
    for (const fault of this.copies.faults(this.sent, (id) => this.losses.has(id))) this.reportFault(fault);
    for (const sent of this.sent.values()) sent.judge();
    for (const fault of this.losses.faults()) this.reportFault(fault);
    for (const device of this.devices) {
      const { connection } = device;
      if (!connection) {
        stranded.push(device.name);
        continue;
      }
      const incomplete = connection.close(lastSeqs);
      // A gap in the sequence numbers has been reported already.
      const comparable = rooms.filter(({ id }) => device.isIn(id) && !incomplete.has(id));
      for (const room of comparable) checkRoomState(device, room, this.states, this.reportFault);
      for (const room_id of this.wrongFavourites(device, connection)) {
        const what = 'did not receive the last change of the private state';
        this.reportFault({ kind: 'lost', what, room_id, who: device.name });
      }
    }
    return {
      accepted: this.states.size,
      scheduled: this.scheduled.size,
      announcedLosses: this.losses.size,
      delivered: this.delivered(),
      resent: resentOf(this.sent.values()),
      latency: latenciesOf(this.sent.values()),
      faults: this.faults,
      stranded,
    };
  }

  private checkRooms(rooms: readonly FinalRoom[]): void {
    for (const room of rooms) {
      checkHistory(room, { sent: this.sent, states: this.states, losses: this.losses }, this.reportFault);
      for (const message of room.messages) this.copies.add(message);
      for (const fault of this.scheduled.faults(room, this.losses.mayHaveLost(room.id))) this.reportFault(fault);
      checkPins(room, this.reportFault);
      checkThreads(room, this.reportFault);
    }
  }

  private checkFollowed(rooms: readonly FinalRoom[], followed: readonly FollowedThreads[]): void {
    const replies = byThread(this.states.values(), ({ sending }) => sending.thread?.id);
    const books = { states: this.states, replies, reads: this.threadReads, losses: this.losses };
    const roomsOf = new Map(this.devices.map((device) => [device.username, device]));
    for (const threads of followed) {
      const joined = rooms.filter(({ id }) => roomsOf.get(threads.username)?.isIn(id));
      for (const room of joined) checkFollowed(threads, room, books, this.reportFault);
    }
  }

  /** The rooms of which a device has another state than the one that was accepted last. */
  private *wrongFavourites(device: DeviceRecord, connection = device.connection): Generator<string> {
    if (!connection?.receivesPrivateChanges) return;
    const { privateCopy, username, roomIds } = device;
    for (const roomId of roomIds) {
      const expected = this.favourite(username, roomId);
      const shown = privateCopy.isFavourite(roomId);
      const mayBeFormer = this.permitsAnnouncedLosses && privateCopy.wentBack;
      if (!(mayBeFormer ? expected.wasPossible(shown) : expected.isPossible(shown))) yield roomId;
    }
  }

  private readonly reportFault = (fault: Fault): void => {
    this.faults.push(fault);
  };

  private received(message: Message, at: number): void {
    this.copies.add(message);
    const clientMessageId = markerOf(message) ?? '';
    this.scheduled.receive(clientMessageId);
    this.sent.get(clientMessageId)?.received(message, at);
  }

  private delivered(): number {
    let delivered = 0;
    for (const { id, roomId } of this.states.values()) {
      for (const device of this.devices) if (device.roomState(roomId)?.hasSeen(id)) delivered += 1;
    }
    return delivered;
  }
}

const resentOf = (sent: Iterable<SentMessage>): number =>
  Array.from(sent, ({ resent }) => resent).reduce((total, each) => total + each, 0);

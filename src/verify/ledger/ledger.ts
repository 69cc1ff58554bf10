import type { Message } from '@parley/protocol';

import { Copies } from './copies.js';
import { DeviceRecord } from './device-record.js';
import type { Fault } from './fault.js';
import { checkHistory } from './history-check.js';
import type { FinalRoom } from './history-check.js';
import type { Latency } from './latencies.js';
import { markOf } from './mark.js';
import { MessageState } from './message-state.js';
import { checkPicture } from './picture-check.js';
import { latenciesOf, SentMessage } from './sent-message.js';
import type { SendAttempt, Sending } from './sent-message.js';

/** What came of a run. */
export interface Judgement {
  readonly accepted: number;
  /** Accepted messages times the devices that were told of them. */
  readonly delivered: number;
  readonly resent: number;
  readonly latency: { readonly others: Latency; readonly own: Latency };
  readonly faults: readonly Fault[];
  /** Devices that were not connected and synced at the end: what they miss is not known. */
  readonly stranded: readonly string[];
}

/**
 * Everything that was asked, answered and heard, and what follows from it. It knows no socket and no clock: whoever
 * asks and hears writes it down here as it happens, and reads the rooms anew at the end.
 */
export class Ledger {
  private readonly sent = new Map<string, SentMessage>();
  private readonly states = new Map<string, MessageState>();
  private readonly devices: DeviceRecord[] = [];
  private readonly faults: Fault[] = [];
  private readonly copies = new Copies();

  /**
   * A device whose owner is in these rooms, from before it connects until the end.
   * @param name what it is called in the report
   */
  device(name: string, roomIds: readonly string[]): DeviceRecord {
    const device = new DeviceRecord(name, new Set(roomIds), this.blame, (message, at) => {
      this.heard(message, at);
    });
    this.devices.push(device);
    return device;
  }

  /** One sending of a message, the first or a further one. @param at milliseconds, on the clock of the whole run */
  sends(sending: Sending, at: number): SendAttempt {
    const { clientMessageId } = sending;
    const known = this.sent.get(clientMessageId);
    const sent =
      known ?? new SentMessage(sending, this.blame, (id) => this.states.get(id)?.deleted.allows(true) ?? false);
    if (!known) this.sent.set(clientMessageId, sent);
    const attempt = sent.sends(at);
    return {
      ...attempt,
      accepted: (message, duplicate, answeredAt) => {
        attempt.accepted(message, duplicate, answeredAt);
        const { id } = sent.place ?? message;
        if (!this.states.has(id)) this.states.set(id, new MessageState(id, sending.roomId, sending.content));
      },
    };
  }

  /** What is expected of an accepted message. */
  state(messageId: string): MessageState | undefined {
    return this.states.get(messageId);
  }

  get brokenSoFar(): number {
    return this.faults.length;
  }

  get acceptedSoFar(): number {
    return this.states.size;
  }

  /** @param rooms all of them, read when nobody wrote any more and everybody had time to hear the last of it */
  judge(rooms: readonly FinalRoom[]): Judgement {
    const lastSeqs = new Map(rooms.map(({ id, lastSeq }) => [id, lastSeq]));
    const stranded: string[] = [];
    for (const room of rooms) {
      checkHistory(room, { sent: this.sent, states: this.states }, this.blame);
      for (const message of room.messages) this.copies.add(message);
    }
    for (const fault of this.copies.faults(this.sent)) this.blame(fault);
    for (const sent of this.sent.values()) sent.judge();
    for (const device of this.devices) {
      const { connection } = device;
      if (!connection) {
        stranded.push(device.name);
        continue;
      }
      const incomplete = connection.closes(lastSeqs);
      // A hole in the numbers says already what the picture lacks.
      const comparable = rooms.filter(({ id }) => device.isIn(id) && !incomplete.has(id));
      for (const room of comparable) checkPicture(device, room, this.blame);
    }
    return {
      accepted: this.states.size,
      delivered: this.delivered(),
      resent: resentOf(this.sent.values()),
      latency: latenciesOf(this.sent.values()),
      faults: this.faults,
      stranded,
    };
  }

  private readonly blame = (fault: Fault): void => {
    this.faults.push(fault);
  };

  private heard(message: Message, at: number): void {
    this.copies.add(message);
    this.sent.get(markOf(message) ?? '')?.heard(message, at);
  }

  private delivered(): number {
    let delivered = 0;
    for (const { id, roomId } of this.states.values()) {
      for (const device of this.devices) if (device.picture(roomId)?.hasHeardOf(id)) delivered += 1;
    }
    return delivered;
  }
}

const resentOf = (sent: Iterable<SentMessage>): number =>
  Array.from(sent, ({ resent }) => resent).reduce((total, each) => total + each, 0);

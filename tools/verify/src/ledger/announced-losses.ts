import type { DeviceRecord } from './device-record.js';
import type { Fault } from './fault.js';
import type { SentMessage } from './sent-message.js';

/**
 * The losses of a database that went back, as after the promotion of an asynchronous standby. A loss is announced if
 * each device that had the message was reset in its room later, in a sync with an earlier epoch.
 */
export class AnnouncedLosses {
  private readonly lost = new Set<string>();
  /** Faults of sends that are none if the message of an earlier answer is lost. */
  private readonly held: { readonly fault: Fault; readonly sent: SentMessage }[] = [];

  /** @param arePermitted without this, an announced loss is a fault as any other */
  constructor(
    private readonly devices: readonly DeviceRecord[],
    private readonly arePermitted: boolean,
  ) {}

  /** The number of lost messages. */
  get size(): number {
    return this.lost.size;
  }

  has(messageId: string): boolean {
    return this.lost.has(messageId);
  }

  /** Whether changes of a room may be lost: a device was reset in it. */
  mayHaveLost(roomId: string): boolean {
    return this.arePermitted && this.devices.some((device) => device.roomState(roomId)?.wentBack === true);
  }

  /** A message is missing in the history. @returns whether that is permitted */
  permits(messageId: string, roomId: string): boolean {
    if (!this.arePermitted) return false;
    const states = this.devices.flatMap((device) => device.roomState(roomId) ?? []);
    const having = states.filter((state) => state.hasSeen(messageId));
    if (having.length === 0 || having.some((state) => !state.hasLost(messageId))) return false;
    this.lost.add(messageId);
    return true;
  }

  /** Holds a fault of a send back until the history is known. @returns false if it is a fault in any case */
  hold(fault: Fault, sent: SentMessage): boolean {
    if (sent.former.length === 0) return false;
    this.held.push({ fault, sent });
    return true;
  }

  /** The held faults of sends none of whose messages is lost. */
  faults(): Fault[] {
    return this.held.filter(({ sent }) => !sent.former.some(({ id }) => this.has(id))).map(({ fault }) => fault);
  }
}

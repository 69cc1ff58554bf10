import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';
import type { RequestOrigin } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { partsOf } from '../../../platform/collections/groups.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { LogRecord } from '../../../platform/logging/log-record.js';
import { HistoryRepository } from '../history/history.repository.js';
import type { StoredMessage } from '../message.view.js';
import { toShortMessage } from '../short-message.js';
import { receiptEntries } from './receipt-entries.js';

/** How long the receipts of a room are gathered after a dispatch of them. */
const GATHERED_MS = 250;

type Receipts = OutgoingEvent<'readreceipt.dispatch'>;
export type ReceiptsOfRoom = Receipts & { readonly room_id: string };

/** The messages that a user has read in a room. */
export interface Reading {
  readonly roomId: string;
  readonly userId: number;
  /** In the order of their numbers. */
  readonly messages: readonly StoredMessage[];
  /** Whether one message was named, which is then dispatched without a list. */
  readonly isOne: boolean;
  /** How far the user has read in the room, or in a thread of it; undefined: messages were named. */
  readonly mark?: ReadMark;
}

export type ReadMark =
  | { readonly up_to_seq: number }
  | { readonly thread: { readonly id: string; readonly up_to_seq: number } };

/** The dispatch of a reading alone. */
export function readingFrame({ roomId, userId, messages, isOne, mark }: Reading): ReceiptsOfRoom {
  const read = messages.map((message) => toShortMessage(message, { userId, lists: 'receipts' }));
  return {
    eventType: 'readreceipt.dispatch',
    data: isOne && read[0] ? read[0] : read,
    room_id: roomId,
    ...(mark && { meta: { user_id: userId, ...mark } }),
  };
}

/** A reading whose requester was answered. */
interface Waiting {
  readonly reading: Reading;
  readonly origin: RequestOrigin;
}

/** The readings of a room since its last dispatch. */
interface Gathered {
  readonly timer: NodeJS.Timeout;
  readonly waiting: Waiting[];
}

/**
 * Dispatches the readers of messages to their rooms. The first reading is dispatched at once. Readings of the next
 * moment are gathered, and dispatched together: otherwise a message that a thousand members read would be a million
 * frames. A requester is answered at once in any case.
 */
@Injectable()
export class ReceiptDispatch implements OnApplicationShutdown {
  private readonly log = new Logger(ReceiptDispatch.name);
  /** By room, from a dispatch until a moment without readings. */
  private readonly rooms = new Map<string, Gathered>();

  constructor(
    private readonly dispatch: Dispatch,
    private readonly history: HistoryRepository,
    private readonly limits: Limits,
  ) {}

  /** Call it after the commit. */
  send(reading: Reading, origin: RequestOrigin): void {
    const { roomId } = reading;
    const gathered = this.rooms.get(roomId);
    if (gathered) {
      gathered.waiting.push({ reading, origin });
      this.dispatch.answer(readingFrame(reading), origin);
      return;
    }
    this.dispatch.toRoom(roomId, readingFrame(reading), origin);
    this.gather(roomId);
  }

  async onApplicationShutdown(): Promise<void> {
    const rooms = [...this.rooms];
    this.rooms.clear();
    for (const [, { timer }] of rooms) clearTimeout(timer);
    await Promise.all(rooms.map(([roomId, { waiting }]) => this.flush(roomId, waiting)));
  }

  private gather(roomId: string): void {
    const timer = setTimeout(() => {
      const waiting = this.rooms.get(roomId)?.waiting ?? [];
      if (waiting.length === 0) this.rooms.delete(roomId);
      else this.gather(roomId);
      void this.flush(roomId, waiting);
    }, GATHERED_MS);
    this.rooms.set(roomId, { timer, waiting: [] });
  }

  private async flush(roomId: string, waiting: readonly Waiting[]): Promise<void> {
    const [first, ...others] = waiting;
    if (!first) return;
    try {
      // The messages are read again, since they may have been deleted meanwhile.
      if (others.length === 0) await this.sendOne(first);
      else await this.sendTogether(roomId, waiting);
    } catch (error) {
      this.log.warn(LogRecord.fromError(error, { room: roomId }, 'Receipts are stored, but were not dispatched'));
    }
  }

  private async sendOne({ reading, origin }: Waiting): Promise<void> {
    const { roomId, messages: read, mark } = reading;
    const messages = await this.present(roomId, read.map(idOf));
    if (messages.length > 0 || mark) this.dispatch.toOthers(roomId, readingFrame({ ...reading, messages }), origin);
  }

  private async sendTogether(roomId: string, waiting: readonly Waiting[]): Promise<void> {
    const readings = waiting.map(({ reading }) => reading);
    const readers = readersIn(readings);
    const messages = await this.present(roomId, [...readers.keys()]);
    const entries = messages.flatMap((message) => receiptEntries(message, readers.get(message.id) ?? new Set()));
    const reads = readings.map(({ userId, mark }) => ({ user_id: userId, ...mark }));
    // Without messages, the read mark is still to be dispatched.
    const nothing = readings.some(({ mark }) => mark !== undefined) ? [[]] : [];
    // So many entries fit in an answer.
    for (const data of entries.length > 0 ? partsOf(entries, this.limits.bulkIds) : nothing) {
      this.dispatch.toRoom(roomId, { eventType: 'readreceipt.dispatch', data, room_id: roomId, meta: { reads } });
    }
  }

  /** The messages that are not deleted. */
  private async present(roomId: string, ids: readonly string[]): Promise<StoredMessage[]> {
    const present: StoredMessage[] = [];
    for (const part of partsOf(ids, this.limits.bulkIds)) {
      present.push(...(await this.history.present(roomId, part)));
    }
    return present.filter(({ isDeleted }) => !isDeleted);
  }
}

const idOf = ({ id }: StoredMessage): string => id;

/** The users who have read each of the messages. */
function readersIn(readings: readonly Reading[]): Map<string, Set<number>> {
  const readers = new Map<string, Set<number>>();
  for (const { userId, messages } of readings) {
    for (const { id } of messages) readers.set(id, (readers.get(id) ?? new Set()).add(userId));
  }
  return readers;
}

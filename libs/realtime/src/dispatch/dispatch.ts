import { Injectable } from '@nestjs/common';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';

import { Hub, OutboundFrame, roomGroup, serialiseFrame, userGroup, withRequestId } from '../hub/index.js';
import type { Group } from '../hub/index.js';
import type { OutgoingEvent } from '../hub/restricted-part.js';
import { LogSequencers } from '../ordering/index.js';
import type { LogEntry, PrivateLogEntry } from '../ordering/index.js';
import type { HttpReceiver, RequestOrigin } from '../requests/index.js';

/** Receives the number of each committed change of this node. */
export interface NumberListener {
  readonly room: (roomId: string, seq: number) => void;
  readonly user: (userId: number, seq: number) => void;
}

const tracer = trace.getTracer('parley');

/**
 * The only way to send unrequested frames. Call it after the commit, never before: a frame about lasting data
 * promises its receivers that the database has it.
 */
@Injectable()
export class Dispatch {
  private numbers: NumberListener | undefined;

  constructor(
    private readonly hub: Hub,
    private readonly sequencers: LogSequencers,
  ) {}

  onNumbers(listener: NumberListener): void {
    this.numbers = listener;
  }

  /**
   * Sends a numbered change of a room in its place in the room's log: every connection in the room, on every node,
   * receives it after all numbers before it, and once.
   * @param origin receives it under its `request_id`, which no other connection gets
   * @returns once the requester has received it, which takes a moment if an earlier number is still missing
   */
  append(entry: LogEntry, origin?: RequestOrigin): Promise<void> {
    this.numbers?.room(entry.roomId, entry.seq);
    return traced('dispatch', { 'parley.room': entry.roomId, 'parley.seq': entry.seq }, () => {
      if (!origin?.httpReceiver) return this.sequencers.append(entry, origin);
      origin.httpReceiver.receive(frameFor(origin.httpReceiver, entry));
      return this.sequencers.append(entry);
    });
  }

  /**
   * As {@link append}, for a numbered change that only its user receives: every connection of the user receives it in
   * its place in the user's private log.
   */
  appendPrivate(entry: PrivateLogEntry, origin?: RequestOrigin): Promise<void> {
    this.numbers?.user(entry.userId, entry.seq);
    return traced('dispatch', { 'parley.event': entry.frame.eventType }, () => {
      if (!origin?.httpReceiver) return this.sequencers.appendPrivate(entry, origin);
      origin.httpReceiver.receive(entry.frame);
      return this.sequencers.appendPrivate(entry);
    });
  }

  /**
   * Each socket writes the frames of one batch in one system call.
   * @param work sends frames, synchronously
   */
  batch(work: () => void): void {
    this.hub.writes.run(work);
  }

  /** As {@link append}, to the connections of this node alone: for a change that every node learns of by itself. */
  appendLocally(entry: LogEntry): void {
    this.sequencers.appendLocally(entry);
  }

  /**
   * The log of a room has reached a number: this node reads what it has not received by then.
   * @param entering users who entered the room with that number
   */
  logReached(roomId: string, seq: number, entering: readonly number[] = []): void {
    this.sequencers.logReached(roomId, seq, entering);
  }

  /**
   * Sends a frame without a number to every connection in the room; on other nodes it arrives at most once.
   * @param origin receives it under its `request_id`, which no other connection gets
   */
  toRoom(roomId: string, frame: OutgoingEvent, origin?: RequestOrigin): void {
    this.toGroups([roomGroup(roomId)], frame, origin);
  }

  /**
   * As {@link toRoom}, for frames about what does not last: slow readers do not receive them.
   * @param notFor users who do not receive it
   */
  toRoomDroppable(roomId: string, frame: OutgoingEvent, origin?: RequestOrigin, notFor: Iterable<number> = []): void {
    this.toGroups([roomGroup(roomId)], frame, origin, { droppable: true, notFor: groupsOf(notFor) });
  }

  /** Sends a frame to the requester alone, under its `request_id`. */
  answer(frame: OutgoingEvent, origin: RequestOrigin): void {
    this.toGroups([], frame, origin);
  }

  /** As {@link toRoom}, without the requester, who was answered before. */
  toOthers(roomId: string, frame: OutgoingEvent, { connectionId }: RequestOrigin): void {
    traced('dispatch', { 'parley.event': frame.eventType }, () => {
      this.hub.broadcast([roomGroup(roomId)], OutboundFrame.from(frame), connectionId);
    });
  }

  /** As {@link toRoom}, to every connection of these users. */
  toUsers(userIds: readonly number[], frame: OutgoingEvent, origin?: RequestOrigin): void {
    this.toGroups(userIds.map(userGroup), frame, origin);
  }

  /**
   * Sends a frame without a number to every connection in the rooms of a user, once each, and to none of these users.
   * @param notFor the user, and others
   * @param rooms their groups
   */
  toRooms(notFor: Iterable<number>, rooms: readonly Group[], frame: OutgoingEvent): void {
    traced('dispatch', { 'parley.event': frame.eventType }, () => {
      this.hub.broadcast(rooms, new OutboundFrame({ ...serialiseFrame(frame), notFor: groupsOf(notFor) }));
    });
  }

  /** As {@link toRoomDroppable}, to one connection of this node, if it is still open. */
  toConnectionDroppable(connectionId: string, frame: OutgoingEvent): void {
    this.hub.send(connectionId, OutboundFrame.from(frame, undefined, true));
  }

  /** As {@link toRooms}, to the connections of this node alone: for a change that every node learns of by itself. */
  toRoomsLocally(notFor: Iterable<number>, rooms: readonly Group[], frame: OutgoingEvent): void {
    this.hub.deliver(rooms, new OutboundFrame({ ...serialiseFrame(frame), notFor: groupsOf(notFor) }));
  }

  /** As {@link toUsers}, to the connections of this node alone. */
  toUsersLocally(userIds: readonly number[], frame: OutgoingEvent): void {
    this.hub.deliver(userIds.map(userGroup), OutboundFrame.from(frame));
  }

  private toGroups(
    groups: readonly Group[],
    frame: OutgoingEvent,
    origin: RequestOrigin | undefined,
    options?: FrameOptions,
  ): void {
    traced('dispatch', { 'parley.event': frame.eventType }, () => this.broadcast(groups, frame, origin, options));
  }

  private broadcast(
    groups: readonly Group[],
    frame: OutgoingEvent,
    origin: RequestOrigin | undefined,
    { droppable, notFor }: FrameOptions = {},
  ): void {
    const shared = OutboundFrame.from(frame, undefined, droppable, notFor);
    origin?.httpReceiver?.receive(frame);
    if (origin?.requestId === undefined || origin.httpReceiver) {
      this.hub.broadcast(groups, shared);
      return;
    }
    this.hub.send(origin.connectionId, new OutboundFrame(withRequestId(shared.serialised, origin.requestId)));
    this.hub.broadcast(groups, shared, origin.connectionId);
  }
}

/** How a frame without a number is delivered. */
interface FrameOptions {
  readonly droppable?: boolean;
  readonly notFor?: Group | readonly Group[] | undefined;
}

/** One group alone is sent in the form that nodes of the previous release know. */
function groupsOf(userIds: Iterable<number>): FrameOptions['notFor'] {
  const groups = [...userIds].map(userGroup);
  return groups.length > 1 ? groups : groups[0];
}

/** A user who leaves receives the farewell frame, as on a connection. */
const frameFor = ({ userId }: HttpReceiver, { frame, leaving }: LogEntry): OutgoingEvent =>
  leaving?.userIds.includes(userId) ? leaving.farewell : frame;

/**
 * Runs work as a span of the current trace, if there is one.
 * @param attributes never contain text of a client
 */
function traced<Result>(name: string, attributes: Attributes, work: () => Result): Result {
  if (trace.getActiveSpan() === undefined) return work();
  return tracer.startActiveSpan(name, { attributes }, (span) => {
    const end = (): void => span.end();
    try {
      const result = work();
      if (result instanceof Promise) void result.then(end, end);
      else end();
      return result;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      throw error;
    }
  });
}

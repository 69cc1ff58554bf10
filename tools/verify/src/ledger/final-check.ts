import type { Message } from '@parley/protocol';

import type { AnnouncedLosses } from './announced-losses.js';
import type { DeviceRecord } from './device-record.js';
import type { Fault, FaultKind } from './fault.js';
import type { MessageState } from './message-state.js';
import { differenceOf, viewOf } from './message-view.js';
import type { MessageView } from './message-view.js';
import { pollFaults } from './poll-check.js';
import type { RoomState } from './room-state.js';
import { markerOf } from './sent-message.js';
import type { SentMessage } from './sent-message.js';
import type { TrackedValue } from './tracked-value.js';

/** A room as it is read at the end, when no more changes are made. */
export interface FinalRoom {
  readonly id: string;
  readonly lastSeq: number;
  /** The complete history. */
  readonly messages: readonly Message[];
  /** Undefined: the deployment has neither threads nor pins. */
  readonly conversations?: FinalConversations | undefined;
}

export interface FinalConversations {
  /** The ids of the pinned messages. */
  readonly pins: readonly string[];
  /** The ids of the replies that stand in each thread, the oldest first, by the id of its first message. */
  readonly threads: ReadonlyMap<string, readonly string[]>;
}

interface Books {
  /** By `client_message_id`. */
  readonly sent: ReadonlyMap<string, SentMessage>;
  /** Of every accepted message, by its id. */
  readonly states: ReadonlyMap<string, MessageState>;
  readonly losses: AnnouncedLosses;
}

/** Compares the stored messages with the accepted ones. */
export function checkHistory(
  { id: roomId, messages }: FinalRoom,
  books: Books,
  reportFault: (fault: Fault) => void,
): void {
  const { losses } = books;
  const stored = new Map(messages.map((message) => [message.id, message]));
  for (const message of messages) {
    const sent = books.sent.get(markerOf(message) ?? '');
    if (sent?.mustNotBeStored) reportFor(sent, 'wrong', 'refused, but stored', message);
  }
  for (const sent of books.sent.values()) {
    if (sent.sending.roomId === roomId) checkSent(sent);
  }

  function checkSent(sent: SentMessage): void {
    const state = books.states.get(sent.place?.id ?? '');
    if (!state) return;
    const message = stored.get(state.id);
    if (message?.is_deleted === false) checkMessage(sent, state, message);
    else checkMissing(sent, state, message !== undefined);
    for (const { id } of sent.former.filter((place) => !stored.has(place.id))) losses.permits(id, roomId);
  }

  function checkMissing(sent: SentMessage, state: MessageState, isMarkedDeleted: boolean): void {
    if (state.deleted.isPossible(true) || (!isMarkedDeleted && losses.permits(state.id, roomId))) return;
    reportFor(sent, 'lost', 'accepted, but not in the history', { id: state.id, seq: sent.place?.seq ?? 0 });
  }

  function checkMessage(sent: SentMessage, state: MessageState, message: Message): void {
    const place = { id: state.id, seq: sent.place?.seq ?? 0 };
    if (!isPossible(state.deleted, false))
      reportFor(sent, 'lost', 'its deletion was accepted, but it is in the history', place);
    const { content, reactions } = viewOf(message);
    if (!isPossible(state.text, content))
      reportFor(sent, 'wrong', 'its text is not that of the last accepted edit', place);
    for (const [userId, reaction] of state.reactors) {
      if (isPossible(reaction, reactions.get(userId))) continue;
      reportFor(sent, 'lost', `the last accepted reaction of user ${String(userId)} is not stored`, place);
    }
    for (const [kind, what] of [...partFaults(state, message), ...faultsOfPoll(state, message)])
      reportFor(sent, kind, what, place);
  }

  function* partFaults(state: MessageState, message: Message): Generator<readonly [FaultKind, string]> {
    const { thread: expected } = state.sending;
    if (expected && (message.thread?.id !== expected.id || message.also_to_room !== expected.alsoToRoom))
      yield ['wrong', 'is not in the thread in which it was sent'];
    if (!isPossible(state.pinned, viewOf(message).isPinned ?? state.pinned.settled))
      yield ['lost', 'is not pinned, or not unpinned, as the last accepted change said'];
  }

  function* faultsOfPoll(state: MessageState, message: Message): Generator<readonly [FaultKind, string]> {
    if (!state.poll) return;
    if (message.poll) yield* pollFaults(state.poll, message.poll, isPossible);
    else yield ['lost', 'its poll is not stored'];
    // Numbers of a lost part of the log say nothing about the order.
    if (losses.mayHaveLost(roomId)) return;
    for (const { username } of state.poll.lateVotes())
      yield ['wrong', `a vote of ${username} was accepted after the close`];
  }

  function isPossible<Value>(tracked: TrackedValue<Value>, value: Value): boolean {
    return losses.mayHaveLost(roomId) ? tracked.wasPossible(value) : tracked.isPossible(value);
  }

  function reportFor(
    { sending }: SentMessage,
    kind: FaultKind,
    what: string,
    { id, seq }: { readonly id: string; readonly seq: number },
  ): void {
    reportFault({
      kind,
      what: `client_message_id ${sending.clientMessageId}: ${what}`,
      room_id: roomId,
      who: sending.sender,
      seq,
      message_id: id,
    });
  }
}

/** Compares the list of pins of a room with the pins in its history. */
export function checkPins({ id, messages, conversations }: FinalRoom, reportFault: (fault: Fault) => void): void {
  if (!conversations) return;
  const pinned = messages.filter((message) => !message.is_deleted && message.pinned).map((message) => message.id);
  const listed = new Set(conversations.pins);
  const report = (kind: FaultKind, what: string, messageId?: string): void => {
    reportFault({ kind, what, room_id: id, who: 'room.pins', message_id: messageId });
  };
  if (listed.size < conversations.pins.length) report('doubled', 'lists a pin twice');
  for (const missing of pinned.filter((each) => !listed.has(each))) report('lost', 'does not list this pin', missing);
  for (const other of listed) if (!pinned.includes(other)) report('wrong', 'lists a message that is not pinned', other);
}

/**
 * Compares the state of a room on a device with the stored state.
 * @param states of every accepted message, by its id
 */
export function checkRoomState(
  device: DeviceRecord,
  room: FinalRoom,
  states: ReadonlyMap<string, MessageState>,
  reportFault: (fault: Fault) => void,
): void {
  const state = device.roomState(room.id);
  const lost = (what: string, message?: { readonly id: string; readonly seq?: number }): void => {
    reportFault({ kind: 'lost', what, room_id: room.id, who: device.name, seq: message?.seq, message_id: message?.id });
  };
  if (!state) {
    lost('received nothing of the room, live or by a sync');
    return;
  }
  const stored = new Set<string>();
  for (const message of room.messages) {
    if (message.is_deleted) continue;
    stored.add(message.id);
    const shown = state.message(message.id);
    if (!shown && message.seq <= state.floor) continue;
    if (!shown) {
      lost('did not receive this message, live or by a sync', message);
      continue;
    }
    const part = differenceOf(shown, viewOf(message));
    if (part !== undefined) lost(`did not receive the last change of this message: its ${part} differs`, message);
    if (!hasOwnVotes(device, shown, states.get(message.id)))
      lost("did not receive its user's own votes in the poll of this message", message);
  }
  for (const id of beyond(state, stored)) lost('did not receive the deletion of this message', { id });
}

const hasOwnVotes = ({ username }: DeviceRecord, { ownVotes }: MessageView, state?: MessageState): boolean =>
  ownVotes === undefined || (state?.poll?.votesOf(username).isPossible(ownVotes) ?? true);

function* beyond(state: RoomState, stored: ReadonlySet<string>): Generator<string> {
  for (const id of state.messageIds()) if (!stored.has(id)) yield id;
}

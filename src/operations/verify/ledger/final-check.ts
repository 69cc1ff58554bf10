import type { Message } from '@parley/protocol';

import type { AnnouncedLosses } from './announced-losses.js';
import type { DeviceRecord } from './device-record.js';
import type { Fault, FaultKind } from './fault.js';
import type { MessageState, TrackedValue } from './message-state.js';
import { viewOf } from './room-state.js';
import type { MessageView, RoomState } from './room-state.js';
import { markerOf } from './sent-message.js';
import type { SentMessage } from './sent-message.js';

/** A room as it is read at the end, when no more changes are made. */
export interface FinalRoom {
  readonly id: string;
  readonly lastSeq: number;
  /** The complete history. */
  readonly messages: readonly Message[];
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
    for (const { id } of sent.former.filter((place) => !stored.has(place.id))) books.losses.permits(id, roomId);
  }

  function checkMissing(sent: SentMessage, state: MessageState, isMarkedDeleted: boolean): void {
    if (state.deleted.isPossible(true) || (!isMarkedDeleted && books.losses.permits(state.id, roomId))) return;
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
  }

  function isPossible<Value>(tracked: TrackedValue<Value>, value: Value): boolean {
    return books.losses.mayHaveLost(roomId) ? tracked.wasPossible(value) : tracked.isPossible(value);
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

/** Compares the state of a room on a device with the stored state. */
export function checkRoomState(device: DeviceRecord, room: FinalRoom, reportFault: (fault: Fault) => void): void {
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
    if (!shown) lost('did not receive this message, live or by a sync', message);
    else if (!isSame(shown, viewOf(message))) lost('did not receive the last change of this message', message);
  }
  for (const id of beyond(state, stored)) lost('did not receive the deletion of this message', { id });
}

const isSame = (
  one: Pick<MessageView, 'content' | 'reactions'>,
  other: Pick<MessageView, 'content' | 'reactions'>,
): boolean =>
  one.content === other.content &&
  one.reactions.size === other.reactions.size &&
  Array.from(one.reactions).every(([userId, reaction]) => other.reactions.get(userId) === reaction);

function* beyond(state: RoomState, stored: ReadonlySet<string>): Generator<string> {
  for (const id of state.messageIds()) if (!stored.has(id)) yield id;
}

import type { Message } from '@parley/protocol';

import type { Fault, FaultKind } from './fault.js';
import { markerOf } from './message-marker.js';
import type { MessageState } from './message-state.js';
import { viewOf } from './room-state.js';
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
    const state = sent.sending.roomId === roomId && sent.place ? books.states.get(sent.place.id) : undefined;
    if (state) checkMessage(sent, state, stored.get(state.id));
  }

  function checkMessage(sent: SentMessage, state: MessageState, message: Message | undefined): void {
    const place = { id: state.id, seq: sent.place?.seq ?? 0 };
    if (!message || message.is_deleted) {
      if (!state.deleted.isPossible(true)) reportFor(sent, 'lost', 'accepted, but not in the history', place);
      return;
    }
    if (!state.deleted.isPossible(false))
      reportFor(sent, 'lost', 'its deletion was accepted, but it is in the history', place);
    const { content, reactions } = viewOf(message);
    if (!state.text.isPossible(content))
      reportFor(sent, 'wrong', 'its text is not that of the last accepted edit', place);
    for (const [userId, reaction] of state.reactors) {
      if (reaction.isPossible(reactions.get(userId))) continue;
      reportFor(sent, 'lost', `the last accepted reaction of user ${String(userId)} is not stored`, place);
    }
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

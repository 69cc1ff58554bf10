import { conflict } from '@parley/protocol';

import type { Trace } from '../../platform/tracing/traces.js';
import type { StoredMessage } from '../message.view.js';
import type { Draft } from './draft.js';

export interface WrittenMessage {
  readonly message: StoredMessage;
  /** Whether an earlier send with the same `client_message_id` stored it: then it has not been dispatched now. */
  readonly duplicate: boolean;
}

/** A draft that is queued or being stored. */
export interface PendingSend {
  readonly id: string;
  readonly roomId: string;
  /** Approximately, of its dispatch. */
  readonly bytes: number;
  /** When it was queued, by the clock of `performance`. */
  readonly since: number;
  readonly trace: Trace | undefined;
  draft: Draft;
  readonly resolve: (written: WrittenMessage | Promise<WrittenMessage>) => void;
  readonly reject: (error: unknown) => void;
}

/** The queue timeout: a send that is queued for longer fails, for example while the database does not answer. */
const LONGEST_WAIT_MS = 10_000;

export function rejectAll(sends: readonly PendingSend[], error: unknown): void {
  for (const { reject } of sends) reject(error);
}

/** Rejects the sends that were queued for too long: they are not stored. */
export function withoutExpired(sends: readonly PendingSend[]): readonly PendingSend[] {
  const earliest = performance.now() - LONGEST_WAIT_MS;
  return sends.filter(({ since, reject }) => {
    if (since < earliest) reject(new Error('Timeout: the message was queued for too long.'));
    return since >= earliest;
  });
}

/** Identifies a send: a `client_message_id` is unique for its sender. */
export const sendKey = (senderId: number, clientMessageId: string): string => `${String(senderId)}:${clientMessageId}`;

/** @returns undefined for a draft without a `client_message_id` */
export const keyOf = ({ actor, clientMessageId }: Draft): string | undefined =>
  clientMessageId === undefined ? undefined : sendKey(actor.user.id, clientMessageId);

/** Settles a send with the message that an earlier send has stored. */
export function settleDuplicate(send: PendingSend, original: StoredMessage): void {
  try {
    send.resolve(duplicateOf(original, send.draft));
  } catch (error) {
    send.reject(error);
  }
}

/** @throws Refusal 4005 if the original is in another room */
export function duplicateOf(original: StoredMessage, draft: Draft): WrittenMessage {
  if (original.roomId !== draft.grant.roomId) throw conflict('This client_message_id was used in another room.');
  return { message: original, duplicate: true };
}

import { conflict } from '@parley/protocol';
import type { Refusal } from '@parley/protocol';

import type { Trace } from '../../platform/tracing/traces.js';
import type { StoredMessage } from '../message.view.js';
import type { Draft } from './draft.js';
import { AlreadyStored, DuplicateClientMessageId } from './message-insert.js';
import type { SentTooFast } from './message-insert.js';
import type { SendKey } from './messages.repository.js';

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

/** Rejects the sends of senders who have to wait. */
export const withoutRefused = (sends: readonly PendingSend[], { refused }: SentTooFast): readonly PendingSend[] =>
  sends.filter(({ id, reject }) => {
    const refusal = refused.get(id);
    if (refusal) reject(refusal);
    return !refusal;
  });

/** @returns undefined for a draft without a `client_message_id` */
export const keyOf = ({ actor, grant, clientMessageId }: Draft): SendKey | undefined =>
  clientMessageId === undefined ? undefined : { roomId: grant.roomId, senderId: actor.user.id, clientMessageId };

/** The key as one value. */
export const keyText = ({ roomId, senderId, clientMessageId }: SendKey): string =>
  `${roomId}:${String(senderId)}:${clientMessageId}`;

/** The result of a repeated send. */
export const duplicateOf = (original: StoredMessage): WrittenMessage => ({ message: original, duplicate: true });

/** While the database has keys of release 0.2, a `client_message_id` is unique for its sender. */
export const usedInAnotherRoom = (): Refusal => conflict('This client_message_id was used in another room.');

/** Whether a message of the batch is stored: by the `client_message_id`, or by the id that its draft gives it. */
export const isStored = (error: unknown): boolean =>
  error instanceof DuplicateClientMessageId || error instanceof AlreadyStored;

/** Whether two sends have grants for the same version of their room. */
export const isOfOneVersion = (one: PendingSend, other: PendingSend): boolean =>
  one.draft.grant.roomVersion === other.draft.grant.roomVersion;

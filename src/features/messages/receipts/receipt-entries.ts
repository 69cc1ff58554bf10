import { toShortMessage } from '../short-message.js';
import type { OutgoingShortMessage } from '../short-message.js';
import type { StoredMessage } from '../message.view.js';

/** So many receipts nearly always fit in a short message. */
const RECEIPTS_AN_ENTRY = 16;

/**
 * A message as its readers receive it after some of them have read it: once with all receipts if they fit, else as
 * often as it takes to show the receipts of these users, each time without the others.
 */
export function receiptEntries(message: StoredMessage, userIds: ReadonlySet<number>): OutgoingShortMessage[] {
  if (message.receipts.length <= RECEIPTS_AN_ENTRY) {
    const whole = entryOf(message, message.receipts);
    if (!isCut(whole)) return [whole];
  }
  const own = message.receipts.filter(({ user }) => userIds.has(user.id));
  return own.length === 0 ? [entryOf(message, message.receipts)] : partsIn(message, own, RECEIPTS_AN_ENTRY);
}

function partsIn(message: StoredMessage, receipts: StoredMessage['receipts'], most: number): OutgoingShortMessage[] {
  const entries: OutgoingShortMessage[] = [];
  for (let at = 0; at < receipts.length; at += most) {
    const part = receipts.slice(at, at + most);
    const entry = entryOf(message, part);
    if (part.length > 1 && isCut(entry)) entries.push(...partsIn(message, part, Math.ceil(part.length / 2)));
    else entries.push(part.length < message.receipts.length ? { ...entry, ...CUT } : entry);
  }
  return entries;
}

/** The receipt of the first user always fits. */
const entryOf = (message: StoredMessage, receipts: StoredMessage['receipts']): OutgoingShortMessage =>
  toShortMessage({ ...message, receipts }, { userId: receipts[0]?.user.id ?? null, lists: 'receipts' });

const isCut = ({ delivered_to_truncated, read_receipts_truncated }: OutgoingShortMessage): boolean =>
  delivered_to_truncated === true || read_receipts_truncated === true;

const CUT = { delivered_to_truncated: true, read_receipts_truncated: true } as const;

import type { Message, RoomMember, User } from '@parley/client';

import type { RoomMarks } from '../chat/member-marks.js';
import { numberText, t } from '../languages/translate.js';
import type { Self } from '../session/session.js';
import { isOutgoing } from './shown-message.js';
import type { ShownMessage } from './shown-message.js';

export type Progress = 'pending' | 'failed' | 'sent' | 'delivered' | 'partly-read' | 'read';

export interface Receipt {
  readonly progress: Progress;
  /** For the tooltip and for screen readers. */
  readonly label: string;
  /** How many of the members have read it, if not all have. */
  readonly share?: string;
}

/**
 * The delivery state of a message of the user: read when all others have read it.
 * @param others the number of members without the user
 */
export function receiptOf(message: ShownMessage, marks: RoomMarks, others: number, self: Self): Receipt {
  if (isOutgoing(message)) {
    return message.pending
      ? { progress: 'pending', label: t('conversation.sending') }
      : { progress: 'failed', label: t('conversation.notSent') };
  }
  const [read, delivered] = [countOf(message, marks, self, 'read'), countOf(message, marks, self, 'delivered')];
  if (read > 0 && read < others) {
    const label = t('conversation.readByCount', { count: read, others });
    return { progress: 'partly-read', label, share: `${numberText(read)}/${numberText(others)}` };
  }
  if (read > 0) return { progress: 'read', label: t(others > 1 ? 'conversation.readByAll' : 'conversation.read') };
  if (delivered > 0) {
    const label =
      others > 1 ? t('conversation.deliveredToCount', { count: delivered, others }) : t('conversation.delivered');
    return { progress: 'delivered', label };
  }
  return { progress: 'sent', label: t('conversation.sent') };
}

function countOf(message: Message, marks: RoomMarks, self: Self, what: 'read' | 'delivered'): number {
  const { seq, read_receipts: receipts, delivered_to: deliveredTo } = message;
  const listed = what === 'read' ? receipts.length : deliveredTo.length;
  const marked = [...marks].filter(([userId, mark]) => {
    const upTo = what === 'read' ? mark.read_seq : Math.max(mark.delivered_seq, mark.read_seq);
    return userId !== self.id && upTo >= seq;
  });
  return Math.max(listed, marked.length);
}

/** The other members of a room, by what they have received of a message. */
export interface Receivers {
  readonly read: readonly User[];
  /** Delivered, and not read. */
  readonly delivered: readonly User[];
  readonly others: readonly User[];
}

/** @param members of the room */
export function receiversOf(
  { seq, read_receipts: receipts, delivered_to: deliveredTo }: Pick<Message, 'seq' | 'read_receipts' | 'delivered_to'>,
  members: readonly RoomMember[],
  marks: RoomMarks,
  self: Self,
): Receivers {
  const readers = new Set(receipts.map(({ reader }) => reader.id));
  const stateOf = ({ id, username }: User): keyof Receivers => {
    const { read_seq: read = 0, delivered_seq: delivered = 0 } = marks.get(id) ?? {};
    if (readers.has(id) || read >= seq) return 'read';
    return deliveredTo.includes(username) || delivered >= seq ? 'delivered' : 'others';
  };
  const inState = (state: keyof Receivers): readonly User[] =>
    members.filter((member) => member.id !== self.id && stateOf(member) === state);
  return { read: inState('read'), delivered: inState('delivered'), others: inState('others') };
}

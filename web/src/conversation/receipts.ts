import type { Message } from '@parley/client';

import type { RoomMarks } from '../chat/member-marks.js';
import type { Self } from '../session/session.js';
import { isOutgoing } from './shown-message.js';
import type { ShownMessage } from './shown-message.js';

export type Progress = 'pending' | 'failed' | 'sent' | 'delivered' | 'read';

export interface Receipt {
  readonly progress: Progress;
  /** For the tooltip and for screen readers. */
  readonly label: string;
}

/** The delivery state of a message of the user. @param others the number of members without the user */
export function receiptOf(message: ShownMessage, marks: RoomMarks, others: number, self: Self): Receipt {
  if (isOutgoing(message)) {
    return message.pending ? { progress: 'pending', label: 'Sending' } : { progress: 'failed', label: 'Not sent' };
  }
  const read = countOf(message, marks, self, 'read');
  const delivered = countOf(message, marks, self, 'delivered');
  if (read > 0)
    return { progress: 'read', label: others > 1 ? `Read by ${String(read)} of ${String(others)}` : 'Read' };
  if (delivered > 0) {
    const label = others > 1 ? `Delivered to ${String(delivered)} of ${String(others)}` : 'Delivered';
    return { progress: 'delivered', label };
  }
  return { progress: 'sent', label: 'Sent' };
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

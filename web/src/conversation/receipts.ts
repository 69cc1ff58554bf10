import type { Message } from '@parley/client';

import type { MarksOfRoom } from '../chat/marks.js';
import type { Self } from '../session/session.js';
import { isOutgoing } from './shown-message.js';
import type { Shown } from './shown-message.js';

export type Progress = 'pending' | 'failed' | 'sent' | 'delivered' | 'read';

export interface Receipt {
  readonly progress: Progress;
  /** For a hint, and for those who do not see the ticks. */
  readonly words: string;
}

/** How far a message of one's own has come. @param others how many members the room has beside the user */
export function receiptOf(message: Shown, marks: MarksOfRoom, others: number, self: Self): Receipt {
  if (isOutgoing(message)) {
    return message.pending ? { progress: 'pending', words: 'Sending' } : { progress: 'failed', words: 'Not sent' };
  }
  const read = countOf(message, marks, self, 'read');
  const delivered = countOf(message, marks, self, 'delivered');
  if (read > 0)
    return { progress: 'read', words: others > 1 ? `Read by ${String(read)} of ${String(others)}` : 'Read' };
  if (delivered > 0) {
    const words = others > 1 ? `Delivered to ${String(delivered)} of ${String(others)}` : 'Delivered';
    return { progress: 'delivered', words };
  }
  return { progress: 'sent', words: 'Sent' };
}

function countOf(message: Message, marks: MarksOfRoom, self: Self, what: 'read' | 'delivered'): number {
  const { seq, read_receipts: receipts, delivered_to: deliveredTo } = message;
  const told = what === 'read' ? receipts.length : deliveredTo.length;
  const marked = [...marks].filter(([userId, mark]) => {
    const upTo = what === 'read' ? mark.read_seq : Math.max(mark.delivered_seq, mark.read_seq);
    return userId !== self.id && upTo >= seq;
  });
  return Math.max(told, marked.length);
}

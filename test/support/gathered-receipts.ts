import type { Statement } from './statement-proxy.js';

/** Receipts that were gathered are dispatched a moment later: their messages are read for no user in particular. */
export const isOfGathered = ({ text, values }: Statement): boolean =>
  text.includes('AS history_seq') && values[2] === '0';

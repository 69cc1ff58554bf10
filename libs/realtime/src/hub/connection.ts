import type { CloseCode } from '@parley/protocol';

import type { OutboundFrame } from './outbound-frame.js';

/** One open socket, as the hub sees it. */
export interface Connection {
  readonly id: string;
  /** Hands the frame to the socket, in the order of the calls. Never throws and never waits. */
  deliver(frame: OutboundFrame): void;
  close(code: CloseCode, reason: string): void;
}

import { randomUUID } from 'node:crypto';

import type { CloseCode, ServerFrame } from '@parley/protocol';

import type { Connection, OutboundFrame } from '../hub/index.js';

/** A connection that keeps what it receives. */
export class Device implements Connection {
  readonly id = randomUUID();
  readonly received: ServerFrame[] = [];

  deliver({ serialised }: OutboundFrame): void {
    this.received.push(JSON.parse(serialised.text) as ServerFrame);
  }

  close({ code }: CloseCode): void {
    this.closedWith = code;
  }

  closedWith: number | undefined;

  get numbers(): (number | undefined)[] {
    return this.received.map(({ seq }) => seq);
  }
}

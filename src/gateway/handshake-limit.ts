import type { IncomingMessage } from 'node:http';

import { Injectable, Logger } from '@nestjs/common';

import { Config } from '../platform/config/config.js';
import { Throttle } from '../platform/http/rate-limits.js';
import { RemoteAddresses } from '../platform/http/remote-addresses.js';
import { SocketMetrics } from './socket-metrics.js';

/** Limits the handshakes of one address per second. Logs each address over the limit once a minute. */
@Injectable()
export class HandshakeLimit {
  private readonly log = new Logger(HandshakeLimit.name);
  private readonly handshakes: Throttle;
  private readonly logged = new Throttle({ most: 1, seconds: 60 });

  constructor(
    { sockets }: Config,
    private readonly metrics: SocketMetrics,
    private readonly addresses: RemoteAddresses,
  ) {
    this.handshakes = new Throttle({ most: sockets.handshakesPerSecond, seconds: 1 });
  }

  /** @returns 0 if the handshake may continue, else the seconds after which to retry */
  async count(request: IncomingMessage): Promise<number> {
    const address = this.addresses.addressOf(request);
    const retryAfter = await this.handshakes.count(address);
    if (retryAfter === 0) return 0;
    this.metrics.limited('HANDSHAKES_PER_SECOND');
    if ((await this.logged.count(address)) === 0) {
      this.log.warn(`Refused a handshake from ${address}: it makes more handshakes than HANDSHAKES_PER_SECOND allows`);
    }
    return retryAfter;
  }
}

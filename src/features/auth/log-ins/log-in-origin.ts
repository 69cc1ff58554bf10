import type { IncomingMessage } from 'node:http';

import { Injectable } from '@nestjs/common';

import { preferredLanguage } from '../../../platform/http/languages.js';
import type { Language } from '../../../platform/http/languages.js';
import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';

/** The client that made a log-in, as its user sees it. */
export interface LogInOrigin {
  /** The client's description of itself; null if it gave none. */
  readonly device: string | null;
  readonly address: string | null;
  /** That the client prefers. */
  readonly language: Language;
}

/** The origin of a log-in by an operator. */
export const NO_ORIGIN: LogInOrigin = { device: null, address: null, language: 'en' };

export const LONGEST_DEVICE = 256;

@Injectable()
export class LogInOrigins {
  constructor(private readonly addresses: RemoteAddresses) {}

  of(request: IncomingMessage): LogInOrigin {
    const device = (request.headers['user-agent'] ?? '').slice(0, LONGEST_DEVICE);
    return {
      device: device === '' ? null : device,
      address: this.addresses.addressOf(request),
      language: preferredLanguage(request),
    };
  }
}

import type { IncomingMessage } from 'node:http';

import { HttpStatus, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';

import { Config } from '../../../platform/config/config.js';
import { ApiError } from '../../../platform/http/api-error.js';
import { mayOpen } from '../../../platform/http/origin-policy.js';

/**
 * Accepts only requests of pages of ALLOWED_HOSTS, so that no other site uses the cookie of a browser. Where the
 * browser says so (`Sec-Fetch-Site`, in secure contexts), the page must be of the same origin, also with
 * `ALLOWED_HOSTS=*`.
 */
@Injectable()
export class PageOriginGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { origin, 'sec-fetch-site': site = 'same-origin' } = context
      .switchToHttp()
      .getRequest<IncomingMessage>().headers;
    const { allowedHosts } = this.config.sockets;
    if (site === 'same-origin' && mayOpen(origin, { allowedHosts, requireOrigin: true })) return true;
    throw new ApiError(HttpStatus.FORBIDDEN, 'This page may not log in here.', 'origin_not_allowed');
  }
}

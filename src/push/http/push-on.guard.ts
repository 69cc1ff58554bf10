import { Injectable, NotFoundException } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';

import { WebPush } from '../web-push.js';

/** Where Web Push is off, its paths read as if they were not there. */
@Injectable()
export class PushOn implements CanActivate {
  constructor(private readonly webPush: WebPush) {}

  canActivate(): boolean {
    if (this.webPush.publicKey !== undefined) return true;
    throw new NotFoundException();
  }
}

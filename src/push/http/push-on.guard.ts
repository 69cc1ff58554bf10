import { Injectable, NotFoundException } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';

import { WebPush } from '../web-push.js';

/** Responds with 404 while Web Push is off. */
@Injectable()
export class PushOn implements CanActivate {
  constructor(private readonly webPush: WebPush) {}

  canActivate(): boolean {
    if (this.webPush.publicKey !== undefined) return true;
    throw new NotFoundException();
  }
}

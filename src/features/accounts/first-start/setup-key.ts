import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { AccountSettings } from '../account.settings.js';

const KEY_BYTES = 16;

/** The key of the page that sets up an empty deployment. It is only in the memory of this process. */
@Injectable()
export class SetupKey {
  readonly text: string;

  constructor({ setupKey }: AccountSettings) {
    this.text = setupKey ?? randomBytes(KEY_BYTES).toString('base64url');
  }

  /** In the same time for every text. */
  matches(given: string): boolean {
    return timingSafeEqual(digest(given), digest(this.text));
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

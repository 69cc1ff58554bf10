import { Injectable } from '@nestjs/common';

import { SealedText } from '../../platform/secrets/sealed-text.js';
import { MailSettings } from './mail.settings.js';

/** What waiting mails are composed of is sealed in the database: links in them let their reader in. */
@Injectable()
export class MailContent {
  private readonly box: SealedText;

  constructor({ secrets }: MailSettings) {
    this.box = new SealedText(secrets, 'mails');
  }

  async seal(data: unknown): Promise<string> {
    const sealed = await this.box.seal(JSON.stringify(data));
    if (sealed === undefined) throw new Error('There is no secret that could seal a mail');
    return sealed;
  }

  /** @throws Error if no secret of the deployment has sealed it */
  async open(sealed: string): Promise<unknown> {
    const opened = await this.box.open(sealed);
    if (!opened) throw new Error('It was sealed with another JWT_SECRET');
    return JSON.parse(opened.text);
  }
}

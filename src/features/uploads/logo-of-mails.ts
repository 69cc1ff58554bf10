import { buffer } from 'node:stream/consumers';

import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { MailLogo } from '../mail/mail-logo.js';
import { fileKey } from './file-keys.js';
import { LogoAddress } from './logo-address.js';
import { FileStore } from './store/file-store.js';

/** Mails have the logo, while it is in use. */
@Injectable()
export class LogoOfMails implements OnModuleInit {
  constructor(
    private readonly mails: MailLogo,
    private readonly address: LogoAddress,
    private readonly store: FileStore,
  ) {}

  onModuleInit(): void {
    this.mails.from(async (id) => {
      if ((await this.address.of(id)) === null) return undefined;
      return buffer(await this.store.read(fileKey(id)));
    });
  }
}

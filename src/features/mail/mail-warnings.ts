import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { Warnings } from '../../platform/health/warnings.js';
import { MailListRepository } from './mail-list.repository.js';
import { MailSettings } from './mail.settings.js';

/** Warns administrators of an SMTP server that takes no mails, and of mails that have failed. */
@Injectable()
export class MailWarnings implements OnModuleInit {
  constructor(
    private readonly mails: MailListRepository,
    private readonly settings: MailSettings,
    private readonly warnings: Warnings,
  ) {}

  onModuleInit(): void {
    if (this.settings.smtpUrl === undefined) return;
    this.warnings.add('mails', async () => {
      const { waiting, failed } = await this.mails.troubles();
      return [
        ...(waiting > 0 ? [{ code: 'smtp_away', waiting }] : []),
        ...(failed > 0 ? [{ code: 'mails_failed', failed }] : []),
      ];
    });
  }
}

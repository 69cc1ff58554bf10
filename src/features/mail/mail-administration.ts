import { Injectable } from '@nestjs/common';
import { conflict, invalid } from '@parley/protocol';
import { v7 as uuidv7 } from 'uuid';

import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { AuditRepository } from '../audit/audit.repository.js';
import { DeploymentSettings } from '../deployment/deployment.settings.js';
import { emailFault } from '../users/email-address.js';
import type { Authority } from '../users/roles/authority.js';
import { mailPage } from './mail-layout.js';
import { MailListRepository } from './mail-list.repository.js';
import type { ListedMail } from './mail-list.repository.js';
import type { MailState } from './mail.entity.js';
import { MailSettings } from './mail.settings.js';
import { Smtp } from './smtp.js';

/** What the SMTP server said to a test. */
export interface TestedMail {
  readonly outcome: 'sent' | 'refused' | 'away';
  /** The words of the server; null: it took the mail. */
  readonly error: string | null;
}

/** Lists mails and tests the SMTP server, for operators and administrators. */
@Injectable()
export class MailAdministration {
  constructor(
    private readonly mails: MailListRepository,
    private readonly smtp: Smtp,
    private readonly settings: MailSettings,
    private readonly deployment: DeploymentSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** The newest first. @param state undefined: of all states */
  part(state: MailState | undefined, part: PartOf<string>): Promise<ListPart<ListedMail, string>> {
    return this.mails.part(state, part);
  }

  /**
   * Sends a mail to an address, now, from this process.
   * @throws Refusal 4002, 4003 about `address`, 4005 if there is no SMTP server
   */
  async test(authority: Authority, address: string): Promise<TestedMail> {
    const fault = emailFault(address);
    if (fault !== undefined) throw invalid({ address: [fault] });
    if (this.settings.smtpUrl === undefined) throw conflict('No mail is sent here: SMTP_URL is not set.');
    await this.unitOfWork.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'mails.manage');
      await this.audit.record(manager, actor, { action: 'mails.test' });
    });
    const page = mailPage({ name: this.deployment.name, hasLogo: false }, 'en', {
      subject: `Test mail of ${this.deployment.name}`,
      paragraphs: ['This is a test: mails arrive.'],
      reason: 'An administrator has sent this mail to test the SMTP server.',
    });
    const result = await this.smtp.send({ id: uuidv7(), address, page, logo: undefined, unsubscribeUrl: undefined });
    return { outcome: result.outcome, error: result.outcome === 'sent' ? null : result.why };
  }
}

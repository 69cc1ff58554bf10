import { Controller } from '@nestjs/common';
import { Choice, Optional, Text } from '@parley/realtime/requests';

import { MailAdministration } from '../../../features/mail/mail-administration.js';
import type { TestedMail } from '../../../features/mail/mail-administration.js';
import type { ListedMail } from '../../../features/mail/mail-list.repository.js';
import { mailStates } from '../../../features/mail/mail.entity.js';
import type { MailState } from '../../../features/mail/mail.entity.js';
import { MAX_EMAIL_LENGTH } from '../../../features/users/email-address.js';
import { JsonBody } from '../../../platform/http/body.js';
import { QueryOf } from '../../../platform/http/query-values.js';
import { Administration, AdministrationRoute } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { nextCursor, PageRequest, sizeOf, textAfter } from '../access/page-request.js';
import { isId } from '../access/path-values.js';

/** Selects mails for a page of the list. */
class MailPageRequest extends PageRequest {
  @Optional()
  @Choice(mailStates)
  state?: MailState | null;
}

class MailTestRequest {
  @Text({ min: 3, max: MAX_EMAIL_LENGTH })
  address!: string;
}

/** A page of mails, the newest first. */
export interface MailListPage {
  readonly mails: readonly ListedMail[];
  readonly next_cursor: string | null;
}

/** Mails and what became of them, for administrators. */
@Controller('api/admin/mails')
@Administration()
export class MailsController {
  constructor(private readonly mails: MailAdministration) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns a page of the mails of the last seven days, the newest first, without what they say.',
    right: 'mails.manage',
    query: MailPageRequest,
    answer: { description: 'A page of mails.', type: 'MailListPage' },
  })
  async list(@QueryOf(MailPageRequest) request: MailPageRequest): Promise<MailListPage> {
    const place = { after: textAfter(request, isId), limit: sizeOf(request) };
    const { items: mails, after } = await this.mails.part(request.state ?? undefined, place);
    return { mails, next_cursor: nextCursor(after) };
  }

  @AdministrationRoute('POST', 'test/', {
    summary: 'Sends a test mail to an address.',
    right: 'mails.manage',
    body: MailTestRequest,
    answer: { description: 'What the SMTP server said.', type: 'TestedMail' },
    refusals: { 409: { description: 'No mail is sent here: SMTP_URL is not set: `conflict`.', type: 'HttpError' } },
  })
  test(
    @CurrentAdministrator() { authority }: Administrator,
    @JsonBody(MailTestRequest) { address }: MailTestRequest,
  ): Promise<TestedMail> {
    return this.mails.test(authority, address);
  }
}

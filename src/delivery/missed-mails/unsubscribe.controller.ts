import { Controller, Get, HttpStatus, Param, Redirect } from '@nestjs/common';
import { notFound } from '@parley/protocol';

import { MailSettings } from '../../features/mail/mail.settings.js';
import { UserNotifyService } from '../../features/notification-levels/user-notify.js';
import { PostRoute } from '../../platform/http/body.js';
import { EnabledBy } from '../../platform/http/enabled-by.js';
import { PublicRoute } from '../../platform/http/route-contract.js';
import { UNSUBSCRIBE_ROUTE, UnsubscribeLinks } from './unsubscribe-links.js';

const LINK_IS_VOID = { description: 'The link is void: `not_found`.', type: 'HttpError' } as const;

/** Ends mails of missed messages by the link of such a mail. */
@Controller(UNSUBSCRIBE_ROUTE)
@EnabledBy(MailSettings, ({ smtpUrl }) => smtpUrl !== undefined)
export class UnsubscribeController {
  constructor(
    private readonly links: UnsubscribeLinks,
    private readonly settings: UserNotifyService,
  ) {}

  @PublicRoute({
    summary: 'Ends the mails of missed messages to a user, by the signed link of such a mail (RFC 8058).',
    answers: { 204: { description: 'The user gets no further ones. The same twice is the same.' }, 404: LINK_IS_VOID },
  })
  @PostRoute(':token', HttpStatus.NO_CONTENT)
  async end(@Param('token') token: string): Promise<void> {
    const userId = await this.links.userOf(token);
    if (userId === undefined) throw notFound('The link is void.');
    await this.settings.change(userId, { mailNotices: 'never' });
  }

  @PublicRoute({
    summary: 'Leads to the page that asks before it ends the mails: programs that open links end nothing.',
    answers: { 302: { description: 'The address of the page.' } },
  })
  @Get(':token')
  @Redirect()
  page(@Param('token') token: string): { readonly url: string } {
    return { url: this.links.pageOf(token) };
  }
}

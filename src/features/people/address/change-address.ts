import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import type { Refusal } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import { v7 as uuidv7 } from 'uuid';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { languageFrom } from '../../../platform/http/languages.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { SpentTicketsRepository } from '../../auth/tickets/spent-tickets.repository.js';
import { MailQueue } from '../../mail/mail-queue.js';
import type { NewMail } from '../../mail/mail-queue.js';
import { ConsentSettings } from '../../rooms/consent/consent.settings.js';
import { emailFault } from '../../users/email-address.js';
import type { User } from '../../users/user.entity.js';
import { UsersRepository } from '../../users/users.repository.js';
import { isUnchanged } from '../../users/users.service.js';
import { VerifiedAddressesRepository } from '../../users/verified-addresses.repository.js';
import { ownSettings } from '../own-settings.js';
import type { AddressGrant } from './address.policy.js';
import { LINK_SECONDS } from './address-links.js';
import type { AddressClaim, NewAddress } from './address-links.js';

/** The kinds of the mails, and what they are composed of. */
export const VERIFY_ADDRESS = 'verify_address';
export const ADDRESS_CHANGED = 'address_changed';
const LIMITS = { share: 0.2 };
export interface VerifyAddressData {
  readonly claim: AddressClaim;
  /** Of the account, so that whoever reads the mail sees whether it is theirs. */
  readonly username: string;
}

/** Users change the own e-mail address: the new one counts once they have opened the link that goes there. */
@Injectable()
export class ChangeAddress {
  constructor(
    private readonly users: UsersRepository,
    private readonly addresses: VerifiedAddressesRepository,
    private readonly mails: MailQueue,
    private readonly spent: SpentTicketsRepository,
    private readonly consentSettings: ConsentSettings,
    private readonly dispatch: Dispatch,
    private readonly audit: AuditRepository,
  ) {}

  /** @param email null: the user wants to have none @throws Refusal 4003 about `email` */
  check(email: string | null | undefined): void {
    if (email === undefined || email === null) return;
    const fault = this.mails.isOn ? emailFault(email) : 'No mail is sent here: an administrator can set your address.';
    if (fault !== undefined) throw invalid({ email: [fault] });
  }

  /**
   * Mails a link to the new address, or removes the present one.
   * @param user locked by the transaction
   * @param grant for an address that {@link check} has accepted
   * @throws Refusal 4003 about `email` if too many mails went there
   */
  async request(work: Work, user: User, { email }: AddressGrant): Promise<void> {
    if (email === null) {
      await this.write(work, user, null);
      return;
    }
    const isOwn = (await this.addresses.recipient(user.id, work.manager))?.email === email;
    if (!isOwn && !(await this.sendLink(work, user, email))) throw invalid({ email: ['Too many mails today.'] });
  }

  /** To a user with an address that is not verified. */
  sendLink(work: Work, user: User, to: string): Promise<boolean> {
    const { id: userId, email: from, language } = user;
    const mail = { address: to, userId, language: languageFrom(language ?? '') };
    const tokensValidAfter = user.tokensValidAfter?.getTime() ?? null;
    const passwordSetAt = user.passwordSetAt?.getTime() ?? null;
    const claim = { id: uuidv7(), userId, from, to, tokensValidAfter, passwordSetAt };
    return this.mailLink(work, mail, { claim, username: user.username });
  }

  /**
   * Mails a link that verifies an address. The mail of an address that somebody has says so instead, which only its
   * composition decides: neither the answer, the limits nor the list of mails tell who has an address.
   * @returns whether a mail goes there
   */
  mailLink(
    work: Work,
    mail: Pick<NewMail, 'address' | 'userId' | 'language'>,
    data: VerifyAddressData,
  ): Promise<boolean> {
    return this.mails.add(work, { kind: VERIFY_ADDRESS, ...mail, data, limits: LIMITS });
  }

  /**
   * The user has opened the link: the address is verified, and the former one is told.
   * @returns the user
   * @throws Refusal 4004 if it was used before, the user has another address or password by now, or somebody else has
   *   verified this address
   */
  async confirm(work: Work, claim: NewAddress): Promise<User> {
    const user = await this.users.lockActive(work.manager, claim.userId);
    if (!user || user.email !== claim.from || !isUnchanged(user, timesOf(claim))) throw noLink();
    // Another link of the same request may have been sent later, and hold longer than this one.
    const until = new Date(Date.now() + 2 * LINK_SECONDS * 1_000);
    if (!(await this.spent.spend(work.manager, `address ${claim.id}`, until))) throw noLink();
    await this.write(work, user, claim.to);
    const settings = ownSettings(user, this.consentSettings);
    work.afterCommit(() => this.dispatch.toUsers([user.id], settings));
    return user;
  }

  private async write(work: Work, user: User, email: string | null): Promise<void> {
    const { manager } = work;
    if (email !== user.email) await this.mails.toUser(work, user.id, { kind: ADDRESS_CHANGED, data: {} });
    if (!(await this.addresses.replace(manager, user.id, email))) throw noLink();
    await this.users.setEmail(manager, user.id, email);
    user.email = email;
    await this.audit.record(manager, { userId: user.id }, { action: 'users.set_email', subjectId: user.id });
  }
}

const timesOf = ({ tokensValidAfter, passwordSetAt }: NewAddress) => ({
  tokensValidAfter: tokensValidAfter === null ? null : new Date(tokensValidAfter),
  passwordSetAt: passwordSetAt === null ? null : new Date(passwordSetAt),
});

/** Of a link that is void, the same for each reason. */
export const noLink = (): Refusal => notFound('The link is void: it was used, it has expired, or it never was.');

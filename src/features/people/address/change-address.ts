import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import type { Refusal } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { languageFrom } from '../../../platform/http/languages.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { MailQueue } from '../../mail/mail-queue.js';
import type { NewMail } from '../../mail/mail-queue.js';
import { ConsentSettings } from '../../rooms/consent/consent.settings.js';
import { emailFault } from '../../users/new-user.js';
import type { User } from '../../users/user.entity.js';
import { UsersRepository } from '../../users/users.repository.js';
import { VerifiedAddressesRepository } from '../../users/verified-addresses.repository.js';
import { ownSettings } from '../own-settings.js';
import type { AddressClaim } from './address-links.js';

/** The kinds of the mails, and what they are composed of. */
export const VERIFY_ADDRESS = 'verify_address';
export const ADDRESS_CHANGED = 'address_changed';
export const ADDRESS_TAKEN = 'address_taken';
export interface VerifyAddressData {
  readonly claim: AddressClaim;
}

/** Users change the own e-mail address: the new one counts once they have opened the link that goes there. */
@Injectable()
export class ChangeAddress {
  constructor(
    private readonly users: UsersRepository,
    private readonly addresses: VerifiedAddressesRepository,
    private readonly mails: MailQueue,
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
   * @param email that {@link check} has accepted
   * @throws Refusal 4003 about `email` if too many mails went there
   */
  async request(work: Work, user: User, email: string | null): Promise<void> {
    if (email === null) {
      await this.write(work, user, null);
      return;
    }
    const isOwn = (await this.addresses.recipient(user.id, work.manager))?.email === email;
    if (!isOwn && !(await this.sendLink(work, user, email))) throw invalid({ email: ['Too many mails today.'] });
  }

  /** To a user with an address that is not verified. */
  sendLink(work: Work, { id, email: from, language }: User, to: string): Promise<boolean> {
    const mail = { address: to, userId: id, language: languageFrom(language ?? '') };
    return this.mailLink(work, mail, { userId: id, from, to });
  }

  /**
   * Mails a link that verifies an address.
   * @returns whether a mail goes there
   */
  async mailLink(
    work: Work,
    mail: Pick<NewMail, 'address' | 'userId' | 'language'>,
    claim: AddressClaim,
  ): Promise<boolean> {
    const data: VerifyAddressData = { claim };
    // As the answer tells nothing, the owner of the address is told.
    const isTaken = (await this.addresses.owner(mail.address, work.manager)) !== undefined;
    return this.mails.add(work, { kind: isTaken ? ADDRESS_TAKEN : VERIFY_ADDRESS, ...mail, data });
  }

  /**
   * The user has opened the link: the address is verified, and the former one is told.
   * @returns the user
   * @throws Refusal 4004 if the user has another address by now, or somebody else has verified this one
   */
  async confirm(work: Work, { userId, from, to }: Extract<AddressClaim, { userId: number }>): Promise<User> {
    const user = await this.users.lockActive(work.manager, userId);
    if (!user || user.email !== from) throw noLink();
    if ((await this.addresses.recipient(userId, work.manager))?.email === to) throw noLink();
    await this.write(work, user, to);
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

/** Of a link that is void, the same for each reason. */
export const noLink = (): Refusal => notFound('The link is void: it was used, it has expired, or it never was.');

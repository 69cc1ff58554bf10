import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { conflict, invalid, notPermitted } from '@parley/protocol';
import { v7 as uuidv7 } from 'uuid';

import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { throttled } from '../../../platform/http/api-error.js';
import type { Language } from '../../../platform/http/languages.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { SettingRules } from '../../deployment/setting-rules.js';
import { AcceptInvitation } from '../../invitations/accept-invitation.js';
import type { GivenInvitation } from '../../invitations/accept-invitation.js';
import { MailQueue } from '../../mail/mail-queue.js';
import { ChangeAddress } from '../../people/address/change-address.js';
import { addressKey } from '../../users/email-address.js';
import { Passwords } from '../../users/passwords.js';
import { UsersRepository } from '../../users/users.repository.js';
import { UsersService } from '../../users/users.service.js';
import type { TokenHolder } from '../../users/users.service.js';
import { AccountSettings, NEEDS_MAIL } from '../account.settings.js';
import { PendingAccountsRepository } from './pending-accounts.repository.js';
import { permitsAddress } from './permitted-addresses.js';
import { SignUpsRepository } from './sign-ups.repository.js';

/** An account as somebody asks for it. */
export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly email: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** The token of an invitation. */
  readonly invitation: string | undefined;
}

/** Who asks for an account. */
export interface NewAccountClient {
  readonly address: string;
  /** That the browser prefers. */
  readonly language: Language;
}

const AN_HOUR = 3_600;

/** People make accounts for themselves, as the deployment permits it. */
@Injectable()
export class SignUp implements OnModuleInit {
  constructor(
    private readonly settings: AccountSettings,
    private readonly rules: SettingRules,
    private readonly signUps: SignUpsRepository,
    private readonly pending: PendingAccountsRepository,
    private readonly invitations: AcceptInvitation,
    private readonly users: UsersService,
    private readonly rows: UsersRepository,
    private readonly address: ChangeAddress,
    private readonly passwords: Passwords,
    private readonly mails: MailQueue,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  onModuleInit(): void {
    this.rules.add('sign_up', ({ value }) =>
      Promise.resolve(
        !this.mails.isOn && NEEDS_MAIL.some((mode) => mode === value) ? 'needs mail: SMTP_URL is not set' : undefined,
      ),
    );
  }

  /**
   * A refused account uses nothing of its invitation up. Without an invitation, the account is made once its address is
   * verified.
   * @returns the user, who logs in next; undefined: a mail tells what to do next
   * @throws Refusal 4002 if nobody may, or only with an invitation; 4003, 4004 if the invitation is void, 4005 if the
   *   username is taken
   * @throws ApiError 429
   */
  async signUp(account: NewAccount, client: NewAccountClient): Promise<TokenHolder | undefined> {
    const { signUp: mode } = this.settings;
    if (mode === 'off') throw notPermitted('Accounts are made by administrators here.');
    const { invitation } = account;
    if (invitation !== undefined) return this.byInvitation(account, await this.opened(invitation, client), client);
    if (mode === 'invitation') throw notPermitted('An account needs an invitation here.');
    await this.byAddress(account, client);
    return undefined;
  }

  private async opened(token: string, { address }: NewAccountClient): Promise<GivenInvitation> {
    await this.requireFewSignUps(address);
    return this.invitations.open(token);
  }

  private async byInvitation(
    account: NewAccount,
    invitation: GivenInvitation,
    { address, language }: NewAccountClient,
  ): Promise<TokenHolder> {
    const email = emailFor(account, invitation);
    const guest = invitation.isForGuests ? { until: invitation.guestUntil } : undefined;
    // The mail went to the address of the invitation; whoever has the token from the inviter proves nothing.
    const isVerified = invitation.email !== null && invitation.isOfMail;
    const options = { force: false, addresses: isVerified ? 'verified' : 'unverified' } as const;
    const { id } = await this.users.createWith({ ...account, email, guest }, options, async (work, userId) => {
      const { manager } = work;
      await this.invitations.use(manager, invitation, userId);
      await this.count(manager, address);
      await this.rows.setLanguage(manager, userId, language);
      const details = { invitation: invitation.id };
      await this.audit.record(manager, { userId }, { action: 'accounts.sign_up', subjectId: userId, details });
    });
    if (email !== undefined && !isVerified) await this.askToVerify(id, email);
    await this.invitations.enterRooms(invitation, id);
    return this.users.tokenHolderOf(id);
  }

  private async askToVerify(userId: number, email: string): Promise<void> {
    if (!this.mails.isOn) return;
    const user = await this.rows.byId(userId);
    await this.unitOfWork.transaction((work) => this.address.sendLink(work, user, email));
  }

  /** The answer is the same, and takes the same time, for an address that somebody has. */
  private async byAddress(account: NewAccount, { address, language }: NewAccountClient): Promise<void> {
    const { username, password, email, firstName = '', lastName = '' } = account;
    const faults = { ...(await this.users.faultsOf(account)), ...this.addressFaults(email) };
    if (Object.keys(faults).length > 0 || email === undefined) throw invalid(faults);
    await this.requireFewSignUps(address);
    if (await this.rows.findAny(username)) throw conflict(`The username ${username} is taken.`);
    const passwordHash = await this.passwords.hash(password);
    const id = uuidv7();
    await this.unitOfWork.transaction(async (work) => {
      await this.count(work.manager, address);
      await this.pending.add(work.manager, { id, username, passwordHash, email, firstName, lastName, language });
      const mail = { address: email, userId: null, language };
      await this.address.mailLink(work, mail, { claim: { account: id }, username });
    });
  }

  private addressFaults(email: string | undefined): Readonly<Record<string, string[]>> {
    if (!this.mails.isOn) return { email: ['No mail is sent here, so no account can be made.'] };
    if (email === undefined) return { email: ['This field is required.'] };
    if (permitsAddress(this.settings, email)) return {};
    return { email: ['Accounts are made with addresses of other domains here.'] };
  }

  /** Counts one more within the limits of the address and of the deployment. */
  private async count(manager: Work['manager'], address: string): Promise<void> {
    await this.signUps.lock(manager);
    await this.requireFewSignUps(address, manager);
    await this.signUps.add(manager, address);
  }

  private async requireFewSignUps(address: string, manager?: Work['manager']): Promise<void> {
    const { ofAddress, ofDeployment } = await this.signUps.counts(address, manager);
    if (ofAddress < this.settings.signUpsPerHour && ofDeployment < this.settings.signUpsPerDay) return;
    throw throttled('Too many accounts were made: try again later.', AN_HOUR);
  }
}

/** The address of an account that is made by an invitation. @throws Refusal 4003 if the invitation is for another one */
function emailFor({ email }: NewAccount, { email: only }: GivenInvitation): string | undefined {
  if (only !== null && addressKey(email ?? only) !== addressKey(only)) {
    throw invalid({ email: ['The invitation is for another address.'] });
  }
  return email ?? only ?? undefined;
}

import { Injectable } from '@nestjs/common';
import { invalid, notPermitted } from '@parley/protocol';

import { AuditRepository } from '../../audit/audit.repository.js';
import { AcceptInvitation } from '../../invitations/accept-invitation.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { throttled } from '../../../platform/http/api-error.js';
import { UsersService } from '../../users/users.service.js';
import type { TokenHolder } from '../../users/users.service.js';
import { AccountSettings } from '../account.settings.js';
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

const AN_HOUR = 3_600;

/** People make accounts for themselves, as the deployment permits it. */
@Injectable()
export class SignUp {
  constructor(
    private readonly settings: AccountSettings,
    private readonly signUps: SignUpsRepository,
    private readonly invitations: AcceptInvitation,
    private readonly users: UsersService,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * A refused account uses nothing of its invitation up.
   * @param address of the client
   * @returns the user, who logs in next
   * @throws Refusal 4002 if nobody may, or only with an invitation; 4003, 4004 if the invitation is void, 4005 if the
   *   username is taken
   * @throws ApiError 429
   */
  async signUp(account: NewAccount, address: string): Promise<TokenHolder> {
    if (this.settings.signUp === 'off') throw notPermitted('Accounts are made by administrators here.');
    if (account.invitation === undefined) throw notPermitted('An account needs an invitation here.');
    await this.requireFewSignUps(address);
    const invitation = await this.invitations.open(account.invitation);
    if (invitation.email !== null && lower(account.email ?? invitation.email) !== lower(invitation.email)) {
      throw invalid({ email: ['The invitation is for another address.'] });
    }
    const user = { ...account, email: account.email ?? invitation.email ?? undefined };
    const { id } = await this.users.createWith(user, { force: false, addresses: 'unverified' }, async ({ manager }, userId) => {
      await this.invitations.use(manager, invitation, userId);
      await this.signUps.lock(manager);
      await this.requireFewSignUps(address, manager);
      await this.signUps.add(manager, address);
      const details = { invitation: invitation.id };
      await this.audit.record(manager, { userId }, { action: 'accounts.sign_up', subjectId: userId, details });
    });
    await this.invitations.enterRooms(invitation, id);
    return this.users.tokenHolderOf(id);
  }

  private async requireFewSignUps(address: string, manager?: Work['manager']): Promise<void> {
    const { ofAddress, ofDeployment } = await this.signUps.counts(address, manager);
    if (ofAddress < this.settings.signUpsPerHour && ofDeployment < this.settings.signUpsPerDay) return;
    throw throttled('Too many accounts were made: try again later.', AN_HOUR);
  }
}

/** Addresses that differ by case alone reach one person. */
const lower = (address: string): string => address.toLowerCase();

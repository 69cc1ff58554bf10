import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { AddressLinks } from '../../people/address/address-links.js';
import { ChangeAddress, noLink } from '../../people/address/change-address.js';
import { UsersRepository } from '../../users/users.repository.js';
import { UsersService } from '../../users/users.service.js';
import { VerifiedAddressesRepository } from '../../users/verified-addresses.repository.js';
import { AccountSettings } from '../account.settings.js';
import { PendingAccountsRepository } from './pending-accounts.repository.js';
import { permitsAddress } from './permitted-addresses.js';

export interface VerifiedAddress {
  /** Of the user whose address it is now, and who can log in. */
  readonly username: string;
}

/** Somebody has opened the link in a mail: an account is made, or the new address of a user counts. */
@Injectable()
export class VerifyAddress {
  constructor(
    private readonly settings: AccountSettings,
    private readonly links: AddressLinks,
    private readonly address: ChangeAddress,
    private readonly pending: PendingAccountsRepository,
    private readonly users: UsersService,
    private readonly rows: UsersRepository,
    private readonly addresses: VerifiedAddressesRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4004 if the link is void, 4005 if the username of a new account is taken by now */
  async verify(token: string): Promise<VerifiedAddress> {
    const claim = await this.links.verify(token);
    if (!claim) throw noLink();
    if ('account' in claim) return this.makeAccount(claim.account);
    const user = await this.unitOfWork.transaction((work) => this.address.confirm(work, claim));
    return { username: user.username };
  }

  private async makeAccount(id: string): Promise<VerifiedAddress> {
    const account = await this.pending.find(id);
    // As the deployment permits it now: an administrator may have ended the sign-up meanwhile.
    if (!account || !permitsAddress(this.settings, account.email)) throw noLink();
    const { username, passwordHash, email, firstName, lastName, language } = account;
    const options = { force: false, addresses: 'unverified', passwordHash } as const;
    const made = await this.users.createWith(
      { username, email, firstName, lastName },
      options,
      async (work, userId) => {
        const { manager } = work;
        if (!(await this.pending.take(manager, id))) throw noLink();
        if (!(await this.addresses.replace(manager, userId, email))) throw noLink();
        await this.rows.setLanguage(manager, userId, language);
        await this.audit.record(manager, { userId }, { action: 'accounts.sign_up', subjectId: userId });
      },
    );
    return { username: made.username };
  }
}

import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { invalid } from '@parley/protocol';

import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { ApiError } from '../../../platform/http/api-error.js';
import type { Language } from '../../../platform/http/languages.js';
import { reasonOf } from '../../../platform/logging/log-record.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { Tickets } from '../../auth/tickets/tickets.js';
import type { Ticket } from '../../auth/tickets/tickets.js';
import { MailQueue } from '../../mail/mail-queue.js';
import { noLink } from '../../people/address/change-address.js';
import { NewUserRules } from '../../users/new-user-rules.js';
import { Passwords } from '../../users/passwords.js';
import { UsersRepository } from '../../users/users.repository.js';
import { isUnchanged, UsersService } from '../../users/users.service.js';
import { VerifiedAddressesRepository } from '../../users/verified-addresses.repository.js';

/** The kind of the mail. */
export const RECOVERY = 'recovery';
/** So that the owner always has a mail whose link holds, however often strangers ask. */
const LIMITS = { paceSeconds: 3_600 };

/** A user who has lost the password sets another one by a link, which goes to the verified address of the user. */
@Injectable()
export class RecoverPassword implements OnApplicationShutdown {
  private readonly log = new Logger('Recovery');
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly addresses: VerifiedAddressesRepository,
    private readonly mails: MailQueue,
    private readonly tickets: Tickets,
    private readonly rules: NewUserRules,
    private readonly passwords: Passwords,
    private readonly users: UsersService,
    private readonly rows: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** Whether mails are sent here. */
  get isOffered(): boolean {
    return this.mails.isOn;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  /** Mails a link, after the answer: its time does not tell whether somebody has the address. */
  request(email: string, preferred: Language): void {
    const work = this.sendLink(email, preferred)
      .catch((error: unknown) => this.log.warn(`A link could not be sent: ${reasonOf(error)}`))
      .finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  /**
   * Sets the password, and ends all log-ins of the user and all other links.
   * @throws Refusal 4003 about `password`, which leaves the link as it is; 4004 if it is void
   */
  async confirm(token: string, password: string): Promise<void> {
    const ticket = await this.ticketOf(token);
    const fault = await this.rules.passwordFault(password);
    if (fault !== undefined) throw invalid({ password: [fault] });
    const passwordHash = await this.passwords.hash(password);
    await this.unitOfWork.transaction((work) => this.set(work, ticket, passwordHash));
  }

  private async sendLink(email: string, preferred: Language): Promise<void> {
    const owner = await this.addresses.owner(email);
    if (!owner?.hasPassword) return;
    await this.unitOfWork.transaction(async (work) => {
      const isAdded = await this.mails.toUser(work, owner.id, { kind: RECOVERY, data: {}, preferred, limits: LIMITS });
      if (!isAdded) return;
      await this.audit.record(work.manager, { userId: owner.id }, { action: 'users.recover', subjectId: owner.id });
    });
  }

  private async ticketOf(token: string): Promise<Ticket> {
    try {
      return await this.tickets.verify(token, RECOVERY);
    } catch (error) {
      if (error instanceof ApiError) throw noLink();
      throw error;
    }
  }

  private async set(work: Work, { holder, address }: Ticket, passwordHash: string): Promise<void> {
    const { manager } = work;
    const user = await this.rows.lockActive(manager, holder.id);
    if (typeof user?.passwordHash !== 'string' || !isUnchanged(user, holder)) throw noLink();
    if ((await this.addresses.recipient(holder.id, manager))?.email !== address) throw noLink();
    await this.users.storePassword(work, holder.id, passwordHash);
    const act = { action: 'users.set_password', subjectId: holder.id, details: { by: 'recovery' } };
    await this.audit.record(manager, { userId: holder.id }, act);
  }
}

import { Module } from '@nestjs/common';

import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';
import { MailQueueModule } from '../../mail/mail.module.js';
import { UsersModule } from '../../users/users.module.js';
import { AccountNotices } from '../notices/account-notices.js';
import { KnownDevicesRepository } from '../notices/known-devices.repository.js';
import { SpentTicketsRepository } from '../tickets/spent-tickets.repository.js';
import { Tickets } from '../tickets/tickets.js';
import { FailedLogIns } from './failed-log-ins.js';
import { LogInAttempts } from './log-in-attempts.js';
import { LogInAudit } from './log-in-audit.js';
import { LogInOrigins } from './log-in-origin.js';
import { LogInProofs } from './log-in-proofs.js';
import { LogInRecords } from './log-in-records.js';
import { LogInsRepository } from './log-ins.repository.js';
import { PasswordAttempts } from './password-attempts.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordPace } from './password-pace.js';

@Module({
  imports: [MailQueueModule, UsersModule],
  providers: [
    AccountNotices,
    FailedLogIns,
    KnownDevicesRepository,
    LogInAttempts,
    LogInAudit,
    LogInOrigins,
    LogInProofs,
    LogInRecords,
    LogInsRepository,
    PasswordAttempts,
    PasswordChangeService,
    PasswordPace,
    RemoteAddresses,
    SpentTicketsRepository,
    Tickets,
  ],
  exports: [
    AccountNotices,
    FailedLogIns,
    LogInAudit,
    LogInOrigins,
    LogInProofs,
    LogInRecords,
    LogInsRepository,
    PasswordAttempts,
    PasswordChangeService,
    RemoteAddresses,
    SpentTicketsRepository,
    Tickets,
  ],
})
export class LogInsModule {}

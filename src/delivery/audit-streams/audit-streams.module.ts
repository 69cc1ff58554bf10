import { Module } from '@nestjs/common';

import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AuditFile } from './audit-file.js';
import { AuditStreamsRepository } from './audit-streams.repository.js';
import { AuditWebhook } from './audit-webhook.js';

/** For a server: passes the audit log on to a file and a webhook. */
@Module({ imports: [WebhooksModule], providers: [AuditFile, AuditStreamsRepository, AuditWebhook] })
export class AuditStreamsModule {}

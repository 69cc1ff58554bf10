import { Module } from '@nestjs/common';

import { UsersModule } from '../users/users.module.js';
import { ConnectionsRepository } from './connections.repository.js';
import { ConnectionsSource } from './connections.source.js';
import { DeliveryTraceService } from './delivery-trace.service.js';
import { MembershipSource } from './membership.source.js';
import { PartsSource } from './parts.source.js';
import { ReceiptSource } from './receipt.source.js';
import { TraceSources } from './trace-source.js';
import type { TraceSource } from './trace-source.js';
import { TraceRepository } from './trace.repository.js';
import { TracedPartsRepository } from './traced-parts.repository.js';

const SOURCES = [MembershipSource, PartsSource, ConnectionsSource, ReceiptSource];

/** The trace of a message, for commands; needs no running node. */
@Module({
  imports: [UsersModule],
  providers: [
    ConnectionsRepository,
    TraceRepository,
    TracedPartsRepository,
    DeliveryTraceService,
    ...SOURCES,
    { provide: TraceSources, useFactory: (...sources: TraceSource[]) => new TraceSources(sources), inject: SOURCES },
  ],
  exports: [DeliveryTraceService, TraceSources],
})
export class DeliveryTraceModule {}

import { Module } from '@nestjs/common';

import { UsersModule } from '../users/users.module.js';
import { ConnectionsRepository } from './connections.repository.js';
import { ConnectionsSource } from './connections.source.js';
import { DeliveryTraceService } from './delivery-trace.service.js';
import { MembershipSource } from './membership.source.js';
import { PartsSource } from './parts.source.js';
import { PushesSource } from './pushes.source.js';
import { ReceiptSource } from './receipt.source.js';
import { TRACE_SOURCES } from './trace-source.js';
import type { TraceSource } from './trace-source.js';
import { TraceRepository } from './trace.repository.js';
import { TracedPartsRepository } from './traced-parts.repository.js';
import { TracedPushesRepository } from './traced-pushes.repository.js';

const SOURCES = [MembershipSource, PartsSource, ConnectionsSource, ReceiptSource, PushesSource];

/** The trace of a message, for commands; needs no running node. */
@Module({
  imports: [UsersModule],
  providers: [
    ConnectionsRepository,
    TraceRepository,
    TracedPartsRepository,
    TracedPushesRepository,
    DeliveryTraceService,
    ...SOURCES,
    { provide: TRACE_SOURCES, useFactory: (...sources: TraceSource[]) => sources, inject: SOURCES },
  ],
  exports: [DeliveryTraceService],
})
export class DeliveryTraceModule {}

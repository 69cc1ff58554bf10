import { Module } from '@nestjs/common';
import type { DynamicModule, ModuleMetadata } from '@nestjs/common';

import { AuthModule } from '../../features/auth/auth.module.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { UserBudgetsModule } from '../../platform/user-budgets/user-budgets.js';
import { ChatGateway } from './chat.gateway.js';
import { ConnectionLimit } from './connection-limit.js';
import { DeliveryMetrics, SocketMetrics } from './socket-metrics.js';
import { HandshakeGuard, HandshakeLimit } from './handshake.guard.js';
import { OpenSockets } from './open-sockets.js';
import { StalledReaders } from './stalled-readers.js';
import { UnsentByUser } from './send-buffer.js';

@Module({})
export class GatewayModule {
  /** @param imports modules that provide the groups of a connection, its first frame and the registry of sessions */
  static with(imports: NonNullable<ModuleMetadata['imports']>): DynamicModule {
    return {
      module: GatewayModule,
      imports: [AuthModule, UserBudgetsModule, ...imports],
      providers: [
        ChatGateway,
        ConnectionLimit,
        DeliveryMetrics,
        HandshakeGuard,
        HandshakeLimit,
        OpenSockets,
        RemoteAddresses,
        SocketMetrics,
        StalledReaders,
        UnsentByUser,
      ],
      exports: [ConnectionLimit, HandshakeGuard, OpenSockets, SocketMetrics],
    };
  }
}

import { Module } from '@nestjs/common';
import type { DynamicModule, ModuleMetadata } from '@nestjs/common';

import { AuthModule } from '../auth/index.js';
import { RemoteAddresses } from '../http/index.js';
import { ChatGateway } from './chat.gateway.js';
import { ConnectionLimit } from './connection-limit.js';
import { HandshakeLimit } from './handshake-limit.js';
import { HandshakeGuard } from './handshake.guard.js';
import { OpenSockets } from './open-sockets.js';

@Module({})
export class GatewayModule {
  /** The gateway names what it needs (who hears what, the first frame, the log of sessions); these modules give it. */
  static with(imports: NonNullable<ModuleMetadata['imports']>): DynamicModule {
    return {
      module: GatewayModule,
      imports: [AuthModule, ...imports],
      providers: [ChatGateway, ConnectionLimit, HandshakeGuard, HandshakeLimit, OpenSockets, RemoteAddresses],
      exports: [ConnectionLimit, HandshakeGuard, OpenSockets],
    };
  }
}

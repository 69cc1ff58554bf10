import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';

import { Calls } from './calls/index.js';
import { Hub } from './hub/index.js';
import { EventRegistry, ThisNode } from './inbound/index.js';
import { RoomLines } from './log/index.js';
import { Dispatch } from './outbound/index.js';

@Global()
@Module({})
export class RealtimeModule {
  /** @param hub the hub of this process, over the adapter that the deployment has */
  static with(hub: Hub): DynamicModule {
    return {
      module: RealtimeModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: Hub, useValue: hub },
        { provide: ThisNode, useExisting: Hub },
        RoomLines,
        Dispatch,
        EventRegistry,
        Calls,
      ],
      exports: [Hub, ThisNode, RoomLines, Dispatch, EventRegistry, Calls],
    };
  }
}

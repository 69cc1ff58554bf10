import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';

import { Dispatch } from './dispatch/dispatch.js';
import { HttpCalls } from './http-calls/http-calls.js';
import { Hub } from './hub/index.js';
import { LogSequencers } from './ordering/index.js';
import { EventRegistry, NODE_ID } from './requests/index.js';

@Global()
@Module({})
export class RealtimeModule {
  /** @param hub the hub of this process, with the adapter of the deployment */
  static with(hub: Hub): DynamicModule {
    return {
      module: RealtimeModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: Hub, useValue: hub },
        { provide: NODE_ID, useValue: hub.nodeId },
        LogSequencers,
        Dispatch,
        EventRegistry,
        HttpCalls,
      ],
      exports: [Hub, NODE_ID, LogSequencers, Dispatch, EventRegistry, HttpCalls],
    };
  }
}

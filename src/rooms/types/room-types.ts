import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { invalid } from '@parley/protocol';
import type { Room as WireRoom } from '@parley/protocol';

import { RoomType } from './room-type.js';
import type { RoomRecord } from './room-type.js';

/** The types of rooms, found in the modules at the start. */
@Injectable()
export class RoomTypes implements OnModuleInit {
  private readonly types = new Map<string, RoomType>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if two types have one name */
  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (!(instance instanceof RoomType)) continue;
      const type = instance as RoomType;
      if (this.types.has(type.name)) throw new Error(`two room types are called ${type.name}`);
      this.types.set(type.name, type);
    }
  }

  /** @throws Refusal 4003 naming the types there are */
  named(name: string): RoomType {
    const type = this.types.get(name);
    if (!type) throw invalid({ type: [`Must be one of ${[...this.types.keys()].join(', ')}.`] });
    return type;
  }

  view(room: RoomRecord): WireRoom {
    return this.named(room.type).view(room);
  }
}

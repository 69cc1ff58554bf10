import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { invalid } from '@parley/protocol';
import type { Room as WireRoom, RoomListEntry } from '@parley/protocol';
import type { RequestClass } from '@parley/realtime/inbound';

import { Channel } from './channel.js';
import { GroupChat } from './group-chat.js';
import { OneToOneChat } from './one-to-one-chat.js';
import { RoomType } from './room-type.js';
import type { Conversation, ListedRoom, RoomRecord } from './room-type.js';

/** A new type is one new file beside this one and a name here. */
export const roomTypes = [OneToOneChat, GroupChat, Channel] as const;

/** What `room.create` takes, by type. */
export const creationRequests = (): Readonly<Record<string, RequestClass>> =>
  Object.fromEntries(roomTypes.map((type) => new type()).map(({ name, request }) => [name, request]));

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

  /** The room as it stands in the list of one of its members. */
  entry(room: ListedRoom, conversation: Conversation): RoomListEntry {
    return this.named(room.type).entry(room, conversation);
  }
}

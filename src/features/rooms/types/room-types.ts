import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { Room as WireRoom, RoomListEntry, RoomWithoutMembers } from '@parley/protocol';
import type { RequestClass } from '@parley/realtime/requests';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { Channel } from './channel.js';
import { GroupChat } from './group-chat.js';
import { OneToOneChat } from './one-to-one-chat.js';
import type { Conversation, ListedRoom, RoomRecord } from './room-record.js';
import type { RoomType } from './room-type.js';

/** A new type is one new file beside this one and a name here. */
const roomTypes: readonly RoomType[] = [new OneToOneChat(), new GroupChat(), new Channel()];

/** The requests of `room.create`, by type. */
export const creationRequests = (): Readonly<Record<string, RequestClass>> =>
  Object.fromEntries(roomTypes.map(({ name, request }) => [name, request]));

export const roomTypeNames: readonly string[] = roomTypes.map(({ name }) => name);

/** The types of rooms, by name. */
@Injectable()
export class RoomTypes {
  private readonly types = new Map<string, RoomType>();

  /** @throws Error if two types have the same name */
  constructor() {
    for (const type of roomTypes) {
      if (this.types.has(type.name)) throw new Error(`two room types have the name ${type.name}`);
      this.types.set(type.name, type);
    }
  }

  /** @throws Refusal 4003 with the names of all types */
  named(name: string): RoomType {
    const type = this.types.get(name);
    if (!type) throw invalid({ type: [`Must be one of ${[...this.types.keys()].join(', ')}.`] });
    return type;
  }

  view(room: RoomRecord): WireRoom {
    return this.named(room.type).view(room);
  }

  withoutMembers(room: RoomRecord): RoomWithoutMembers {
    return this.named(room.type).withoutMembers(room);
  }

  /** The room as an entry in the list of one of its members. */
  entry(room: ListedRoom, conversation: Conversation): Restrictable<RoomListEntry> {
    return this.named(room.type).entry(room, conversation);
  }
}

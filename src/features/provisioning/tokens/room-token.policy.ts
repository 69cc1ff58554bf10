import { Injectable } from '@nestjs/common';
import { notFound, notPermitted } from '@parley/protocol';

import type { RoomTokenGrant } from '../../auth/tokens/room-token.js';
import { UsersRepository } from '../../users/users.repository.js';
import { NamedRoomsRepository } from './named-rooms.repository.js';

/** The id of no user. */
const NOBODY = 0;

/** Decides to which rooms a backend limits a token. */
@Injectable()
export class RoomTokenPolicy {
  constructor(
    private readonly users: UsersRepository,
    private readonly rooms: NamedRoomsRepository,
  ) {}

  /**
   * A room that the user leaves later is not shown any more: each request needs the membership too.
   * @param externalId of a user, who may not exist yet and is in no room then
   * @param ids in lower case, each once
   * @throws Refusal 4004 if there is no such room, 4002 if the user is not in each of them
   */
  async mayLimit(externalId: string, ids: readonly string[]): Promise<RoomTokenGrant> {
    const [user] = await this.users.byExternalIds([externalId]);
    const rooms = await this.rooms.find(user?.id ?? NOBODY, ids);
    if (rooms.length < ids.length) throw notFound('No such room.');
    if (!rooms.every(({ isMember }) => isMember)) throw notPermitted('The user is not in each of these rooms.');
    return { roomIds: ids } as RoomTokenGrant;
  }
}

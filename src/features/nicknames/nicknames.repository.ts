import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import { RoomMember } from '../rooms/membership/room-member.entity.js';
import { usersById } from '../users/user.rows.js';
import type { NicknameGrant } from './nickname.policy.js';

@Injectable()
export class NicknamesRepository {
  constructor(private readonly source: DataSource) {}

  async find(manager: EntityManager, { roomId, memberId }: NicknameGrant): Promise<string | null> {
    const row = await NICKNAMES.row(manager, { room: roomId, users: [memberId] });
    return row?.nickname ?? null;
  }

  /** @param seq the number of the change in the room's log */
  async set(
    manager: EntityManager,
    { roomId, memberId }: NicknameGrant,
    nickname: string | null,
    seq: number,
  ): Promise<void> {
    await manager.update(RoomMember, { roomId, userId: memberId }, { nickname, changeSeq: seq });
  }

  /** For replay, which only members receive. Users who are no members any more have none. */
  async present(roomId: string, userIds: readonly number[]): Promise<ReadonlyMap<number, string | null>> {
    const rows = await NICKNAMES.rows(this.source, { room: roomId, users: userIds });
    return new Map(rows.map(({ user_id, nickname }) => [user_id, nickname]));
  }

  users(ids: readonly number[]): ReturnType<typeof usersById> {
    return usersById(this.source, ids);
  }
}

const NICKNAMES = statement('nicknames.of_members', {
  parameters: { room: 'uuid', users: 'int4[]' },
  columns: { user_id: 'int4', nickname: 'text | null' },
  text: ({ room, users }) => `
    SELECT user_id, nickname FROM room_members WHERE room_id = ${room} AND user_id = ANY (${users})`,
});

import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { isUUID } from 'class-validator';

import { AuditRepository } from '../audit/index.js';
import { UnitOfWork } from '../database/index.js';
import { Signals } from '../signals/index.js';
import { toChangeRecord } from './log/change-kind.js';
import { roomChangeTypes } from './log/room-kinds.js';
import { MembersRepository } from './members.repository.js';
import { roomEnded } from './room-ended.signal.js';
import { RoomSummariesRepository } from './room-summaries.repository.js';
import type { MemberSummary, RoomSummary } from './room-summaries.repository.js';
import { operatorGrant } from './room.policy.js';
import { RoomsRepository } from './rooms.repository.js';

/** The actions of operators on rooms. Running nodes are notified by signals. */
@Injectable()
export class RoomAdministrationService {
  constructor(
    private readonly summaries: RoomSummariesRepository,
    private readonly rooms: RoomsRepository,
    private readonly members: MembersRepository,
    private readonly work: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  list(): Promise<RoomSummary[]> {
    return this.summaries.all();
  }

  /** @throws Refusal 4003, 4004 */
  async show(id: string): Promise<RoomSummary & { readonly member_list: readonly MemberSummary[] }> {
    const room = await this.summaries.one(validId(id));
    if (!room) throw notFound(`No such room: ${id}.`);
    return { ...room, member_list: await this.summaries.members(room.id) };
  }

  /**
   * Deletes a room with everything in it, and notifies its members.
   * @throws Refusal 4003, 4004
   */
  async delete(given: string): Promise<void> {
    const id = validId(given);
    await this.work.transaction(async ({ manager }) => {
      const room = await this.rooms.lock(manager, id);
      if (!room) throw notFound(`No such room: ${given}.`);
      const changeRecord = toChangeRecord(roomChangeTypes.ended, {});
      const { seq } = await this.rooms.takeNumber(manager, id, { room: true, access: true, changeRecord });
      const users = await this.members.listsChanged(manager, await this.members.ids(manager, id));
      await this.rooms.delete(manager, operatorGrant(id));
      await this.signals.publish(manager, roomEnded, { roomId: id, seq, users });
      await this.audit.record(manager, 'operator', { action: 'rooms.delete', roomId: id });
    });
  }
}

function validId(id: string): string {
  if (!isUUID(id)) throw invalid(`Not a room id: ${id}. A room id is a UUID, as "parley rooms list" prints it.`);
  return id.toLowerCase();
}

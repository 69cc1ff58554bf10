import { Injectable, Module } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { isUUID } from 'class-validator';

import { AuditRepository } from '../../operations/audit/audit.repository.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import type { SignalKind } from '../../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { RoomLost } from '../../users/user.signals.js';
import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { MembersRepository } from '../membership/members.repository.js';
import { operatorGrant } from '../room.policy.js';
import { RoomsRepository } from '../rooms.repository.js';
import { RoomSummariesRepository } from './room-summaries.repository.js';
import type { MemberSummary, RoomSummary } from './room-summaries.repository.js';

/** An operator has deleted a room. */
export const roomEnded: SignalKind<RoomLost> = { name: 'room.ended' };

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
   * What {@link delete} would delete.
   * @throws Refusal 4003, 4004
   */
  async deletion(id: string): Promise<RoomSummary & { readonly messages: number }> {
    const room = await this.summaries.one(validId(id));
    if (!room) throw notFound(`No such room: ${id}.`);
    return { ...room, messages: await this.summaries.countMessages(room.id) };
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

/** The providers of the `rooms` commands: none needs a running node. */
@Module({
  providers: [MembersRepository, RoomAdministrationService, RoomSummariesRepository, RoomsRepository],
  exports: [RoomAdministrationService, RoomsRepository],
})
export class RoomAdministrationModule {}

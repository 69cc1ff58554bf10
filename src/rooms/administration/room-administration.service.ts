import { Injectable, Module } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';

import { UserBlocksRepository } from '../../blocking/user-blocks.repository.js';
import { AuditRepository } from '../../operations/audit/audit.repository.js';
import type { AuditedAct } from '../../operations/audit/audited-act.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import type { SignalKind } from '../../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { Timers } from '../../timers/timers.js';
import { TimersModule } from '../../timers/timers.module.js';
import type { Authority } from '../../users/roles/authority.js';
import type { RoomLost } from '../../users/user.signals.js';
import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { RoomLogCheckRepository } from '../change-log/room-log-check.repository.js';
import { RoomLogCheckService } from '../change-log/room-log-check.service.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { RoomHoldsRepository } from '../holds/room-holds.repository.js';
import { unheld } from '../holds/unheld-room.js';
import { MembersRepository } from '../membership/members.repository.js';
import { RoomNoticesRepository } from '../notices/room-notices.repository.js';
import { operatorGrant } from '../room.policy.js';
import { messageExpiry } from '../rules/message-expiry.js';
import { RoomsRepository } from '../rooms.repository.js';
import { MemberAdmission } from './member-admission.js';
import { roomIdOf } from './room-id.js';
import { RoomLookupService } from './room-lookup.service.js';
import { RoomPagesRepository } from './room-pages.repository.js';
import { RoomSummariesRepository } from './room-summaries.repository.js';
import type { MemberSummary, RoomSummary } from './room-summaries.repository.js';

/** A room was deleted with the right to delete every room. */
export const roomEnded: SignalKind<RoomLost> = { name: 'room.ended' };

/** Of a hold, in characters. */
export const MAX_REASON = 200;

/** What the deletion of a room would delete. */
export interface RoomDeletion extends RoomSummary {
  readonly messages: number;
}

/** The actions on rooms of operators and administrators. Running nodes are notified by signals. */
@Injectable()
export class RoomAdministrationService {
  constructor(
    private readonly summaries: RoomSummariesRepository,
    private readonly rooms: RoomsRepository,
    private readonly members: MembersRepository,
    private readonly holds: RoomHoldsRepository,
    private readonly timers: Timers,
    private readonly work: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4003, 4004 */
  async show(id: string): Promise<RoomSummary & { readonly member_list: readonly MemberSummary[] }> {
    const room = await this.summaries.one(roomIdOf(id));
    if (!room) throw notFound(`No such room: ${id}.`);
    return { ...room, member_list: await this.summaries.members(room.id) };
  }

  /**
   * What {@link delete} would delete.
   * @throws Refusal 4003, 4004
   */
  async deletion(id: string): Promise<RoomDeletion> {
    const room = await this.summaries.one(roomIdOf(id));
    if (!room) throw notFound(`No such room: ${id}.`);
    return { ...room, messages: await this.summaries.countMessages(room.id) };
  }

  /**
   * Deletes a room with everything in it, and notifies its members.
   * @throws Refusal 4003, 4004, 4002 without the right, and while the room is held
   */
  async delete(authority: Authority, given: string): Promise<void> {
    const id = roomIdOf(given);
    await this.work.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'rooms.manage');
      const room = await this.rooms.lock(manager, id);
      if (!room) throw notFound(`No such room: ${given}.`);
      const changeRecord = toChangeRecord(roomChangeTypes.ended, {});
      const { seq } = await this.rooms.takeNumber(manager, id, { room: true, access: true, changeRecord });
      const users = await this.members.listsChanged(manager, await this.members.ids(manager, id));
      await this.rooms.delete(manager, operatorGrant(id), unheld(room));
      await this.signals.publish(manager, roomEnded, { roomId: id, seq, users });
      await this.audit.record(manager, actor, { action: 'rooms.delete', roomId: id });
    });
  }

  /**
   * Begins a legal hold: nothing in the room is deleted or edited from now on, and its members and authors stay users.
   * @param reason for operators, such as the number of a case
   * @throws Refusal 4002, 4003, 4004
   */
  async hold(authority: Authority, given: string, reason?: string): Promise<void> {
    if (reason !== undefined && reason.length > MAX_REASON) {
      throw invalid({ reason: [`Must have at most ${String(MAX_REASON)} characters.`] });
    }
    await this.change(authority, given, { action: 'rooms.hold' }, ({ manager }, id) =>
      this.holds.hold(manager, id, reason),
    );
  }

  /**
   * Ends the hold, if there is one. Messages whose lifetime or retention ended meanwhile are deleted then.
   * @throws Refusal 4002, 4003, 4004
   */
  async release(authority: Authority, given: string): Promise<void> {
    await this.change(authority, given, { action: 'rooms.release' }, async (work, id) => {
      await this.holds.release(work.manager, id);
      await this.timers.set(work, { ...messageExpiry(id), dueAt: new Date(0) });
    });
  }

  /**
   * Sets for how long a room keeps its messages. A run of the retention, within an hour, removes older ones.
   * @param days 0: permanently; null: as long as other rooms of its type
   * @throws Refusal 4002, 4003, 4004
   */
  async keepMessages(authority: Authority, given: string, days: number | null): Promise<void> {
    const act = { action: 'rooms.retention', details: { days } };
    await this.change(authority, given, act, ({ manager }, id) => this.holds.keepFor(manager, id, days));
  }

  private async change(
    authority: Authority,
    given: string,
    act: AuditedAct,
    write: (work: Work, id: string) => Promise<void>,
  ): Promise<void> {
    const id = roomIdOf(given);
    await this.work.transaction(async (work) => {
      const actor = await authority.permit(work.manager, 'rooms.manage');
      if (!(await this.rooms.lock(work.manager, id))) throw notFound(`No such room: ${given}.`);
      await write(work, id);
      await this.audit.record(work.manager, actor, { ...act, roomId: id });
    });
  }
}

/** The providers of the `rooms` commands: none needs a running node. */
@Module({
  imports: [TimersModule],
  providers: [
    ConsentRepository,
    MemberAdmission,
    MembersRepository,
    RoomAdministrationService,
    RoomHoldsRepository,
    RoomLogCheckRepository,
    RoomLogCheckService,
    RoomLookupService,
    RoomNoticesRepository,
    RoomPagesRepository,
    RoomSummariesRepository,
    RoomsRepository,
    UserBlocksRepository,
  ],
  exports: [MemberAdmission, RoomAdministrationService, RoomLogCheckService, RoomLookupService, RoomsRepository],
})
export class RoomAdministrationModule {}

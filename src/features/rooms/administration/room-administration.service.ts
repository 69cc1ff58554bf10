import { Injectable, Module } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';

import { UserBlocksRepository } from '../../blocking/user-blocks.repository.js';
import type { AuditedAct } from '../../audit/audited-act.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { Timers } from '../../../platform/timers/timers.js';
import { TimersModule } from '../../../platform/timers/timers.module.js';
import type { Authority } from '../../users/roles/authority.js';
import { UsersModule } from '../../users/users.module.js';
import { EndRoom } from '../acts/end-room.js';
import { RoomActsModule } from '../acts/room-acts.module.js';
import { RoomLogCheckRepository } from '../change-log/room-log-check.repository.js';
import { RoomLogCheckService } from '../change-log/room-log-check.service.js';
import { ConsentRepository } from '../consent/consent.repository.js';
import { RoomHoldsRepository } from '../holds/room-holds.repository.js';
import { RoomChanges } from '../room-changes.js';
import { operatorGrant } from '../room.policy.js';
import { messageExpiry } from '../rules/room-rules.js';
import { MemberAdmission } from './member-admission.js';
import { RoomEdits } from './room-edits.js';
import { roomIdOf, RoomLookupService } from './room-lookup.service.js';
import { RoomMembersRepository } from './room-members.repository.js';
import type { MemberSummary } from './room-members.repository.js';
import { RoomPagesRepository } from './room-pages.repository.js';
import { RoomSummariesRepository } from './room-summaries.repository.js';
import type { RoomSummary } from './room-summaries.repository.js';

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
    private readonly members: RoomMembersRepository,
    private readonly changes: RoomChanges,
    private readonly endRoom: EndRoom,
    private readonly holds: RoomHoldsRepository,
    private readonly timers: Timers,
  ) {}

  /** @throws Refusal 4003, 4004 */
  async show(id: string): Promise<RoomSummary & { readonly member_list: readonly MemberSummary[] }> {
    const room = await this.summaries.one(roomIdOf(id));
    if (!room) throw notFound(`No such room: ${id}.`);
    return { ...room, member_list: await this.members.all(room.id) };
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
    await this.changes.byAuthority(authority, { action: 'rooms.manage' }, id, async (change) => {
      if (!change) throw notFound(`No such room: ${given}.`);
      await this.endRoom.end(change, { grant: operatorGrant(id), audited: [{ action: 'rooms.delete' }] });
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
    await this.changes.byAuthority(authority, { action: 'rooms.manage' }, id, async (change) => {
      if (!change) throw notFound(`No such room: ${given}.`);
      await write(change.work, id);
      await change.record([act]);
    });
  }
}

/** The providers of the `rooms` commands: none needs a running node. */
@Module({
  imports: [RoomActsModule, TimersModule, UsersModule],
  providers: [
    ConsentRepository,
    MemberAdmission,
    RoomAdministrationService,
    RoomEdits,
    RoomHoldsRepository,
    RoomLogCheckRepository,
    RoomLogCheckService,
    RoomLookupService,
    RoomMembersRepository,
    RoomPagesRepository,
    RoomSummariesRepository,
    UserBlocksRepository,
  ],
  exports: [
    MemberAdmission,
    RoomActsModule,
    RoomAdministrationService,
    RoomEdits,
    RoomLogCheckService,
    RoomLookupService,
  ],
})
export class RoomAdministrationModule {}

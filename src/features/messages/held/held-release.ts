import { Injectable } from '@nestjs/common';
import { conflict, ErrorCode, notFound, Refusal } from '@parley/protocol';
import type { HeldDecision, User } from '@parley/protocol';
import type { Actor, EventContext } from '@parley/realtime/requests';

import { AuditRepository } from '../../audit/audit.repository.js';
import { actingUser } from '../../audit/audited-act.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { amongRooms } from '../../rooms/among-rooms.js';
import { RoomChanges } from '../../rooms/room-changes.js';
import { Timers } from '../../../platform/timers/timers.js';
import { usersById } from '../../users/user.rows.js';
import { MessageEdits } from '../changes/message-edits.js';
import { DraftFactory } from '../sending/draft.js';
import { MessageWriter } from '../sending/message-writer.js';
import { bodyOf } from './held-body.js';
import type { HeldEditBody, HeldSendBody } from './held-body.js';
import { heldEnd } from './held.rows.js';
import type { HeldId, HeldRow } from './held.rows.js';
import { HeldMessagesRepository } from './held-messages.repository.js';
import { HeldNotices } from './held-notices.js';
import { HeldOfAllRoomsRepository } from './held-of-all-rooms.repository.js';
import { ReleasePolicy } from './release.policy.js';
import type { ReleaseGrant } from './release.policy.js';

/** A held message or edit that a leader or a moderator decides about, or that the sender withdraws. */
export interface NamedHeld {
  readonly messageId: string;
  /** If the request names the room. */
  readonly roomId: string | null | undefined;
}

/** `origin` receives the decision as its answer. */
type Requester = Pick<EventContext, 'actor'> & Partial<Pick<EventContext, 'origin'>>;

/**
 * Decides about what is held. What is allowed is stored as its sender would send it now, with the rights that the
 * sender has now, in the transaction that ends its being held: so it is stored once, and a crash loses nothing.
 */
@Injectable()
export class HeldRelease {
  constructor(
    private readonly held: HeldMessagesRepository,
    private readonly ofAllRooms: HeldOfAllRoomsRepository,
    private readonly policy: ReleasePolicy,
    private readonly drafts: DraftFactory,
    private readonly writer: MessageWriter,
    private readonly edits: MessageEdits,
    private readonly rooms: RoomChanges,
    private readonly audit: AuditRepository,
    private readonly timers: Timers,
    private readonly work: UnitOfWork,
    private readonly notices: HeldNotices,
  ) {}

  /**
   * @throws Refusal 4004 if nothing is held under the id; 4002 for a user who neither leads the room nor moderates the
   *   deployment, and for the own message; 4005 if its sender may not send it now
   */
  async allow({ actor, origin }: Requester, named: NamedHeld): Promise<HeldDecision> {
    const id = await this.placeOf(actor, named);
    const row = await this.held.find(id);
    const grant = await this.policy.mayRelease(actor, id, row?.userId);
    if (!row) throw noSuchMessage();
    const sender = await this.held.activeSender(row);
    if (!sender) throw conflict('The account of its sender is not active.');
    await this.store(row, sender, grant);
    return this.work.transaction(async (work) => {
      await this.timers.cancel(work, heldEnd(row));
      await this.audit.record(work.manager, actingUser(actor), { ...decided(row, true), roomId: row.roomId });
      return this.notices.isDecided(work, row, sender, { allowed: true, by: actor.user, origin });
    });
  }

  /**
   * Senders withdraw their own messages.
   * @throws Refusal 4004 if nothing is held under the id; 4002 for a user who neither leads the room, nor moderates the
   *   deployment, nor has sent it
   */
  async reject({ actor, origin }: Requester, named: NamedHeld): Promise<HeldDecision> {
    const id = await this.placeOf(actor, named);
    return this.rooms.byUser(actor, id.roomId, async (change) => {
      if (!change) throw noSuchMessage();
      const { work, membership, record } = change;
      const row = await this.held.find(id, work.manager);
      await this.policy.requireRejection(work, actor, { ...id, senderId: row?.userId, membership });
      const isOwn = row?.userId === actor.user.id;
      const rejected = row && (await this.held.reject(work.manager, id));
      if (!rejected) throw noSuchMessage();
      if (rejected.end) await this.timers.set(work, { ...heldEnd(row), userId: row.userId, dueAt: rejected.end });
      else await this.timers.cancel(work, heldEnd(row));
      if (!isOwn) await record([decided(row, false)]);
      const sender = (await usersById(work.manager, [row.userId])).get(row.userId);
      if (!sender) throw noSuchMessage();
      return this.notices.isDecided(work, row, sender, { allowed: false, by: actor.user, origin });
    });
  }

  /** @throws Refusal 4004 */
  private async placeOf(actor: Actor, { messageId, roomId }: NamedHeld): Promise<HeldId> {
    const [named] = await amongRooms(actor, [messageId], roomId, () =>
      this.policy.isModerator(actor) ? this.ofAllRooms.rooms([messageId]) : this.held.rooms(actor.user.id, [messageId]),
    );
    if (!named) throw noSuchMessage();
    return { roomId: named.roomId, messageId };
  }

  /** @throws Refusal 4005 if its sender may not send it now, 4004 if it was decided meanwhile */
  private async store(row: HeldRow, sender: User, grant: ReleaseGrant): Promise<void> {
    try {
      await (row.isEdit ? this.edit(row, sender, grant) : this.send(row, sender, grant));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === ErrorCode.internal) throw error;
      if (!(await this.held.find(row))) throw noSuchMessage();
      throw conflict(`Its sender may not send it now: ${textOf(error)}`);
    }
  }

  private async send(row: HeldRow, sender: User, grant: ReleaseGrant): Promise<void> {
    const { roomId, messageId, clientMessageId, body } = row;
    const request = { room_id: roomId, client_message_id: clientMessageId, ...(bodyOf(body) as HeldSendBody) };
    const draft = await this.drafts.create(request, { user: sender });
    const { duplicate } = await this.writer.write({
      ...draft,
      // It has waited for its leader, and so not for slow mode too.
      grant: { ...draft.grant, slowModeSeconds: 0 },
      id: messageId,
      keepsDraft: true,
      releasedBy: grant,
    });
    // Its sender has sent it in another way, or another user has released it.
    if (duplicate && !(await this.work.transaction(({ manager }) => this.held.release(manager, grant)))) {
      throw noSuchMessage();
    }
  }

  private async edit(row: HeldRow, sender: User, grant: ReleaseGrant): Promise<void> {
    const { content, extra_fields } = bodyOf(row.body) as HeldEditBody;
    const named = { id: row.messageId, roomId: row.roomId };
    await this.edits.apply(
      { user: sender },
      named,
      { ...extra_fields, content },
      {
        before: async ({ work }) => {
          if (!(await this.held.release(work.manager, grant))) throw noSuchMessage();
        },
      },
    );
  }
}

const decided = ({ messageId, userId }: HeldRow, allow: boolean) => ({
  action: 'message.release',
  subjectId: userId,
  details: { message_id: messageId, allow },
});

const noSuchMessage = (): Refusal => notFound('No such held message.');

/** Invalid fields as one text, each with its reasons. */
const textOf = ({ detail }: Refusal): string =>
  typeof detail === 'string' ? detail : Object.values(detail).flat().join(' ');

import { Injectable } from '@nestjs/common';
import { conflict, tooFast } from '@parley/protocol';
import type { ReportReason, SeenMessage } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';
import { v7 as uuidv7 } from 'uuid';

import type { StoredMessage } from '../messages/message.view.js';
import { AuditRepository } from '../audit/audit.repository.js';
import { actingUser } from '../audit/audited-act.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { NamedInRoom } from '../rooms/among-rooms.js';
import { StrangerLimit } from '../rooms/consent/stranger-limit.js';
import type { ReportRow } from './report.entity.js';
import { ReportNotices } from './report-notices.js';
import { ReportPolicy } from './report.policy.js';
import type { FilingGrant } from './report.policy.js';
import { ReportsRepository } from './reports.repository.js';

/** The most reports of a user within an hour. */
const REPORTS_AN_HOUR = 30;

interface Filing {
  readonly reason: ReportReason;
  readonly comment: string | null;
}

/** Stores reports of messages and users, and notifies those who resolve them. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly policy: ReportPolicy,
    private readonly strangers: StrangerLimit,
    private readonly reports: ReportsRepository,
    private readonly notices: ReportNotices,
    private readonly work: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4003, 4004, 4005 if the user has reported the message before, 4029 */
  reportMessage(actor: Actor, named: NamedInRoom | undefined, filing: Filing): Promise<ReportRow> {
    return this.work.transaction(async (work) => {
      const { grant, message } = await this.policy.mayReportMessage(work.manager, actor, named);
      const room = await this.reports.room(work.manager, message.roomId);
      return this.file(work, actor, grant, { ...filing, seen: seenOf(message, room) });
    });
  }

  /** @throws Refusal 4003, 4004, 4005 if the user has reported the user before, 4029 */
  async reportUser(actor: Actor, userId: number, filing: Filing): Promise<ReportRow> {
    // Whether there is such a user is not found out by reports.
    const contact = await this.strangers.contactOne(actor, userId);
    return this.work.transaction(async (work) => {
      const grant = await this.policy.mayReportUser(work.manager, actor, contact);
      return this.file(work, actor, grant, { ...filing, seen: null });
    });
  }

  private async file(
    work: Work,
    actor: Actor,
    grant: FilingGrant,
    filing: Filing & Pick<ReportRow, 'seen'>,
  ): Promise<ReportRow> {
    const { manager } = work;
    const wait = await this.reports.secondsBeforeNext(manager, actor.user.id, REPORTS_AN_HOUR);
    const row = await this.reports.insert(manager, grant, { id: uuidv7(), ...filing });
    if (!row) throw conflict('You have reported this already.');
    if (wait !== undefined) throw tooFast(`At most ${String(REPORTS_AN_HOUR)} reports can be made in an hour.`, wait);
    const { subjectId, roomId } = grant;
    await this.audit.record(manager, actingUser(actor), {
      action: 'report.create',
      subjectId,
      ...(roomId !== null && { roomId }),
      details: { report_id: row.id, reason: row.reason, message_id: row.messageId },
    });
    await this.notices.publish(work, row);
    return row;
  }
}

/** What is kept of a message. A caption is a text of the sender like the content, and is left out as a description is. */
const seenOf = (message: StoredMessage, room: SeenMessage['room']): SeenMessage => ({
  content: message.content,
  created_at: message.createdAt.toISOString(),
  is_edited: message.isEdited,
  room: { type: room.type, name: room.name },
  attachments: message.attachments.map(({ file, media_type, mime_type }) => ({
    filename: file?.filename ?? null,
    media_type,
    mime_type,
  })),
});

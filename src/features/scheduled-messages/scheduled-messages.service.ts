import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import type { ScheduledMessage } from '@parley/protocol';
import type { Actor, Answer, EventContext } from '@parley/realtime/requests';
import { v7 as uuidv7 } from 'uuid';

import type { MessageGrant } from '../messages/message.policy.js';
import { DraftFactory } from '../messages/sending/draft.js';
import type { MessageRequest } from '../messages/sending/message-request.js';
import { MessagesRepository } from '../messages/sending/messages.repository.js';
import { listBytes } from '../../platform/collections/list-bytes.js';
import { Limits } from '../../platform/config/limits.settings.js';
import { ScheduledMessageSettings } from './scheduled-message.settings.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { Timers } from '../../platform/timers/timers.js';
import { scheduleTimer } from './schedule-timer.js';
import { ScheduledLog } from './scheduled-log.js';
import type { ScheduledRow } from './scheduled-message.rows.js';
import { ScheduledMessagePolicy } from './scheduled-message.policy.js';
import type { OwnScheduledGrant } from './scheduled-message.policy.js';
import { bodyOf, bodyText, cancelledMessage, toScheduledMessage } from './scheduled-message.view.js';
import type { MessageBody } from './scheduled-message.view.js';
import { ITEM_FRAME_BYTES, ScheduledMessagesRepository } from './scheduled-messages.repository.js';
import type { ScheduledChange } from './scheduled-messages.repository.js';
import { ScheduledUploads } from './scheduled-uploads.js';

type Requester = Pick<EventContext, 'actor' | 'origin'>;

/** Changes of a scheduled message by its author. Undefined: as before. */
export interface ScheduledUpdate extends Partial<MessageBody> {
  readonly sendAt: Date | undefined;
}

interface NewScheduled {
  readonly id: string;
  readonly body: string;
  readonly sendAt: Date;
}

/**
 * The messages that users have scheduled. Each is validated as one that is sent now, and again when it is sent. One
 * that is refused then stays, until its author sets another time or cancels it. Every connection of the author receives
 * a change, and nobody else does.
 *
 * Locks: the membership, the user, then the timer, then the message, then the private log. The timer that runs locks
 * the last three.
 */
@Injectable()
export class ScheduledMessagesService {
  private readonly mostBytes: number;

  constructor(
    private readonly repository: ScheduledMessagesRepository,
    private readonly policy: ScheduledMessagePolicy,
    private readonly drafts: DraftFactory,
    private readonly messages: MessagesRepository,
    private readonly uploads: ScheduledUploads,
    private readonly log: ScheduledLog,
    private readonly timers: Timers,
    private readonly work: UnitOfWork,
    private readonly limits: Limits,
    private readonly settings: ScheduledMessageSettings,
  ) {
    this.mostBytes = listBytes(limits.answerBytes) - ITEM_FRAME_BYTES;
  }

  /**
   * Can be retried safely with the same `client_message_id`, until the message is sent.
   * @returns the present state as the answer, if it is scheduled already
   * @throws Refusal as `message.send`; 4003 for a time too near or too far, 4005 beyond MAX_SCHEDULED and for the
   *   `client_message_id` of another message
   */
  async schedule(requester: Requester, request: MessageRequest, sendAt: Date): Promise<Answer | undefined> {
    const { actor } = requester;
    const id = request.client_message_id?.toLowerCase() ?? uuidv7();
    const earlier = await this.repository.find(this.policy.mayManage(actor), id);
    if (earlier) return repeated(earlier, request);
    const { grant, content } = await this.drafts.create(request, actor);
    await this.requireUnused(actor, grant, id);
    const body = this.accepted({ content, extra_fields: request.extra_fields ?? {} });
    return this.work.transaction((work) => this.insert(work, requester, grant, { id, body, sendAt }));
  }

  /**
   * @returns the present state as the answer, if nothing has changed
   * @throws Refusal 4004 for an id that is not scheduled, 4005 for a message that is being sent or changed, 4003
   */
  async update({ actor, origin }: Requester, id: string, update: ScheduledUpdate): Promise<Answer | undefined> {
    const grant = this.policy.mayManage(actor);
    const present = found(await this.repository.find(grant, id));
    const change = await this.changeOf(actor, present, update);
    if (change.body === undefined && change.sendAt === undefined) return unchanged(toScheduledMessage(present));
    return this.work.transaction(async (work) => {
      const { userId } = grant;
      const { body = present.body, sendAt } = change;
      await this.repository.lockUser(work.manager, userId);
      if (sendAt) await this.setTimer(work, grant, id, sendAt);
      const item = await this.repository.change(work.manager, grant, id, change);
      if (!item) throw await this.refusal(work, grant, id);
      await this.uploads.keep(work, { userId, roomId: present.roomId }, body, sendAt ?? present.sendAt);
      if (body !== present.body) await this.uploads.drop(work, userId, present.body);
      await this.log.append(work, userId, { item, origin });
      return undefined;
    });
  }

  /** @throws Refusal 4004 for an id that is not scheduled, 4005 for a message that is being sent */
  cancel({ actor, origin }: Requester, id: string): Promise<undefined> {
    const grant = this.policy.mayManage(actor);
    const { userId } = grant;
    return this.work.transaction(async (work) => {
      await this.repository.lockUser(work.manager, userId);
      await this.timers.cancel(work, scheduleTimer({ userId, id }));
      const cancelled = await this.repository.cancel(work.manager, grant, id);
      if (!cancelled) throw await this.refusal(work, grant, id);
      await this.uploads.drop(work, userId, cancelled.body);
      const item = cancelledMessage(id, cancelled.roomId);
      await this.log.append(work, userId, { item, eventType: 'schedulecancel.dispatch', origin });
      return undefined;
    });
  }

  private async insert(
    work: Work,
    { actor, origin }: Requester,
    grant: MessageGrant<'message.send'>,
    scheduled: NewScheduled,
  ): Promise<Answer | undefined> {
    const own = this.policy.mayManage(actor);
    const { id, sendAt } = scheduled;
    if (!(await this.repository.lockMembership(work.manager, grant))) throw notFound('No such room.');
    await this.repository.lockUser(work.manager, own.userId);
    const same = await this.repository.find(own, id, work.manager);
    if (same) return unchanged(toScheduledMessage(same));
    const { most } = this.settings;
    if ((await this.repository.count(work.manager, own.userId)) >= most) {
      throw conflict(`At most ${String(most)} messages can be scheduled.`);
    }
    await this.setTimer(work, own, id, sendAt);
    const item = await this.repository.insert(work.manager, grant, scheduled);
    await this.uploads.keep(work, grant, scheduled.body, sendAt);
    await this.log.append(work, own.userId, { item, origin });
    return undefined;
  }

  private async setTimer(work: Work, { userId }: OwnScheduledGrant, id: string, dueAt: Date): Promise<void> {
    const { leastSeconds: scheduleSeconds } = this.settings;
    if (!(await this.repository.isAhead(work.manager, dueAt, scheduleSeconds))) {
      throw invalid({ send_at: [`Must be ${String(scheduleSeconds)} seconds to one year ahead.`] });
    }
    await this.timers.set(work, { ...scheduleTimer({ userId, id }), userId, dueAt });
  }

  /** The change of a body is validated as a whole: its text may be empty beside media. */
  private async changeOf(
    actor: Actor,
    present: ScheduledRow,
    { sendAt, content, extra_fields }: ScheduledUpdate,
  ): Promise<ScheduledChange> {
    const isLater = sendAt && (present.refusal !== null || sendAt.getTime() !== present.sendAt.getTime());
    const change = { sendAt: isLater ? sendAt : undefined, version: present.version };
    if (content === undefined && extra_fields === undefined) return { ...change, body: undefined };
    const before = bodyOf(present.body);
    const after = { content: content ?? before.content, extra_fields: extra_fields ?? before.extra_fields };
    const draft = await this.drafts.create({ room_id: present.roomId, ...after }, actor);
    const body = this.accepted({ ...after, content: draft.content });
    return { ...change, body: body === present.body ? undefined : body };
  }

  /** @returns the body as it is stored @throws Refusal 4003 if it is longer than a list in an answer may be */
  private accepted(body: MessageBody): string {
    const text = bodyText(body);
    if (Buffer.byteLength(text) <= this.mostBytes) return text;
    throw invalid({ content: [`Must be at most ${String(this.mostBytes)} bytes with extra_fields.`] });
  }

  /** A message of the author with this `client_message_id` would be taken for the scheduled one. */
  private async requireUnused({ user }: Actor, { roomId }: MessageGrant<'message.send'>, id: string): Promise<void> {
    const sent = await this.messages.sent([{ roomId, senderId: user.id, clientMessageId: id }]);
    if (sent.length > 0) throw conflict('A message with this client_message_id is sent.');
  }

  /** Why a scheduled message cannot be changed. */
  private async refusal({ manager }: Work, grant: OwnScheduledGrant, id: string): Promise<Error> {
    const { isBeingSent } = found(await this.repository.find(grant, id, manager));
    return conflict(isBeingSent ? 'The message is being sent.' : 'The message is changed at the same time.');
  }
}

/** @throws Refusal 4004 */
function found(row: ScheduledRow | undefined): ScheduledRow {
  if (!row) throw notFound('No such scheduled message.');
  return row;
}

/** @throws Refusal 4005 for a message to another room */
function repeated(row: ScheduledRow, { room_id }: MessageRequest): Answer {
  if (row.roomId !== room_id.toLowerCase()) throw conflict('This client_message_id is scheduled for another room.');
  return unchanged(toScheduledMessage(row));
}

/** The answer to a change that changes nothing. */
const unchanged = (item: ScheduledMessage): Answer => ({
  eventType: 'messageschedule.dispatch',
  data: item,
  meta: { changed: false },
});

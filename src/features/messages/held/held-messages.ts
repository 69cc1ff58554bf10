import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import type { HeldMessage, User } from '@parley/protocol';
import type { RequestOrigin } from '@parley/realtime/requests';

import { listBytes } from '../../../platform/collections/list-bytes.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { HeldSettings } from './held.settings.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { Timers } from '../../../platform/timers/timers.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import type { MessageChangeGrant } from '../message.policy.js';
import type { StoredMessage } from '../message.view.js';
import { newMessageId } from '../sending/draft.js';
import type { Draft } from '../sending/draft.js';
import type { SendKey } from '../sending/messages.repository.js';
import { keyOf } from '../sending/pending-send.js';
import { bodyOfDraft, bodyText } from './held-body.js';
import type { HeldEditBody } from './held-body.js';
import { heldEnd } from './held.rows.js';
import type { DecidedRow, HeldRow } from './held.rows.js';
import { toHeldMessage } from './held-message.frames.js';
import { HeldMessagesRepository } from './held-messages.repository.js';
import { HeldNotices } from './held-notices.js';

/** The outcome of a send that is held. */
export interface HeldSend {
  readonly held: HeldMessage;
  /** Whether an earlier send with the same `client_message_id` is held: then it is notified of no more. */
  readonly duplicate: boolean;
}

/** The bytes of an item of the list beside its text and its fields. */
const ITEM_FRAME_BYTES = 600;

/** The reason for the sender of a message that a moderator has rejected. */
const REJECTED_BY_MODERATOR = 'A moderator has not allowed it.';

/**
 * Messages and edits that a moderator has to allow first. They are stored unseen: they take no number, and only the
 * devices of their sender, of the leaders of the room and of moderators receive them, after the commit.
 *
 * Locks: the room or the membership, then the user, then what is held, then its timer.
 */
@Injectable()
export class HeldMessages {
  private readonly mostBytes: number;
  private readonly mostOfUser: number;

  constructor(
    private readonly repository: HeldMessagesRepository,
    private readonly uploads: AttachedUploads,
    private readonly timers: Timers,
    private readonly work: UnitOfWork,
    private readonly notices: HeldNotices,
    limits: Limits,
    settings: HeldSettings,
  ) {
    this.mostBytes = listBytes(limits.answerBytes) - ITEM_FRAME_BYTES;
    this.mostOfUser = settings.most;
  }

  /**
   * Stores a message that is held. Its sender is answered by the dispatch.
   * @param draft with the checked texts
   * @throws Refusal 4004 for a user who has left, 4005 beyond MAX_HELD, 4003 for one that was rejected before
   */
  hold(draft: Draft): Promise<HeldSend> {
    const { grant, actor, origin, clientMessageId } = draft;
    const body = this.accepted(bodyText(bodyOfDraft(draft)));
    return this.work.transaction(async (work) => {
      if (!(await this.repository.lockMembership(work.manager, grant))) throw notFound('No such room.');
      const messageId = draft.id ?? newMessageId();
      await this.requireRoom(work, grant.userId, messageId, body);
      const key = keyOf(draft);
      const earlier = key && (await this.repository.sent(key, work.manager));
      if (earlier) return { held: heldIn(earlier, actor.user), duplicate: true };
      const row = await this.repository.insert(work.manager, grant, {
        messageId,
        clientMessageId: clientMessageId ?? null,
        body,
      });
      await this.uploads.keep(work.manager, grant, draft.extraFields.media ?? [], row.heldUntil);
      return { held: await this.publish(work, row, actor.user, origin), duplicate: false };
    });
  }

  /**
   * Stores an edit that is held, in place of an earlier one of the message. The message stays as it is.
   * @throws Refusal 4005 beyond MAX_HELD
   */
  async holdEdit(
    work: Work,
    grant: MessageChangeGrant<'message.edit'>,
    edit: HeldEditBody,
    { user, origin }: { readonly user: User; readonly origin: RequestOrigin | undefined },
  ): Promise<void> {
    const body = this.accepted(bodyText(edit));
    const [messageId = ''] = grant.messageIds;
    await this.requireRoom(work, grant.userId, messageId, body);
    const row = await this.repository.putEdit(work.manager, grant, body);
    await this.publish(work, row, user, origin);
  }

  /**
   * @returns the message of the user that was sent under this key, if it is held
   * @throws Refusal 4003 if it was rejected
   */
  async earlier(user: User, key: SendKey): Promise<HeldSend | undefined> {
    const row = await this.repository.sent(key);
    return row && { held: heldIn(row, user), duplicate: true };
  }

  /** @returns the same edit of a message, if it is held */
  async sameEdit(
    user: User,
    { roomId, id: messageId }: Pick<StoredMessage, 'roomId' | 'id'>,
    edit: HeldEditBody,
  ): Promise<HeldMessage | undefined> {
    const row = await this.repository.find({ roomId, messageId });
    return row?.isEdit && row.body === bodyText(edit) ? toHeldMessage(row, user) : undefined;
  }

  /** Ends an edit of a message that is held, if there is one. The room is locked. */
  async dropEdit({ manager }: Work, roomId: string, messageId: string): Promise<void> {
    await this.repository.dropEdits(manager, roomId, [messageId]);
  }

  private accepted(body: string): string {
    if (Buffer.byteLength(body) <= this.mostBytes) return body;
    throw invalid({ content: [`Must be at most ${String(this.mostBytes)} bytes with extra_fields.`] });
  }

  /** A user has as many held messages as are permitted, and as many bytes of them as one answer may have. */
  private async requireRoom({ manager }: Work, userId: number, messageId: string, body: string): Promise<void> {
    const { count, bytes } = await this.repository.lockSum(manager, userId, messageId);
    if (count < this.mostOfUser && bytes + Buffer.byteLength(body) <= this.mostBytes) return;
    throw conflict(
      `At most ${String(this.mostOfUser)} messages can be held, of ${String(this.mostBytes)} bytes together.`,
    );
  }

  private async publish(
    work: Work,
    row: HeldRow,
    sender: User,
    origin: RequestOrigin | undefined,
  ): Promise<HeldMessage> {
    await this.timers.set(work, { ...heldEnd(row), userId: row.userId, dueAt: row.heldUntil });
    await this.notices.isHeld(work, row, sender, origin);
    return toHeldMessage(row, sender);
  }
}

/** @throws Refusal 4003 for a message that was rejected */
function heldIn(row: DecidedRow, sender: User): HeldMessage {
  const { body } = row;
  if (body === null) throw invalid({ content: [REJECTED_BY_MODERATOR] });
  return toHeldMessage({ ...row, body }, sender);
}

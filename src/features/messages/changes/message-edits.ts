import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { Actor, Answer, RequestOrigin } from '@parley/realtime/requests';

import { Limits } from '../../../platform/config/limits.settings.js';
import { MessageSettings } from '../message.settings.js';
import { NotificationSettings } from '../../notification-levels/notification.settings.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { unheld } from '../../rooms/holds/unheld-room.js';
import { HeldMessages } from '../held/held-messages.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { keptPreviews } from '../link-previews/linked-previews.js';
import { LinkPreviewsRepository } from '../link-previews/link-previews.repository.js';
import { addedMentions, MentionCheck } from '../mentions/mention-check.js';
import { MentionsRepository } from '../mentions/mentions.repository.js';
import { messageEdited } from '../message.frames.js';
import { MessagePolicy } from '../message.policy.js';
import type { MessageChangeGrant } from '../message.policy.js';
import { checkLength, MessageContent } from '../sending/message-content.js';
import { acceptedMetadata } from '../sending/message-request.js';
import { ThreadRepliesRepository } from '../threads/thread-replies.repository.js';
import { MessageChanges } from './message-changes.js';
import type { MessageChange, NamedMessage } from './message-changes.js';
import { MessageChangesRepository } from './message-changes.repository.js';
import { isUnchanged } from './message-edit.js';
import type { Edited, EditRequest } from './message-edit.js';

/** How an edit is stored. */
export interface EditOptions {
  /** Receives the dispatch under its `request_id`; undefined: nobody does. */
  readonly origin?: RequestOrigin | undefined;
  /** Runs in the transaction before the edit, also for one that changes nothing. */
  readonly before?: (change: MessageChange) => Promise<void>;
}

/** Stores edits of messages, each under its sender's present rights and the rules of the room. */
@Injectable()
export class MessageEdits {
  constructor(
    private readonly changes: MessageChanges,
    private readonly policy: MessagePolicy,
    private readonly content: MessageContent,
    private readonly mentionCheck: MentionCheck,
    private readonly mentions: MentionsRepository,
    private readonly repository: MessageChangesRepository,
    private readonly previews: LinkPreviewsRepository,
    private readonly replies: ThreadRepliesRepository,
    private readonly held: HeldMessages,
    private readonly log: RoomLog,
    private readonly limits: Limits,
    private readonly messageSettings: MessageSettings,
    private readonly notificationSettings: NotificationSettings,
  ) {}

  /**
   * Stores an edit and notifies the room.
   * @returns the answer if nothing has changed
   * @throws Refusal 4004, 4002, 4003
   */
  async apply(
    actor: Actor,
    named: NamedMessage,
    asked: EditRequest,
    { origin, before }: EditOptions,
  ): Promise<Answer | undefined> {
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, work } = change;
      const grant = this.grant(change);
      const edited = await this.edited(asked, change);
      await before?.(change);
      if (isUnchanged(message, edited)) return messageEdited(message);
      const mentioned = addedMentions(message.mentions, edited.mentions);
      const seq = await change.takeNumber({
        changeRecord: toChangeRecord(messageChangeTypes.edited, { id: message.id, ...(mentioned && { mentioned }) }),
        audited: [],
      });
      await this.repository.edit(work.manager, grant, { ...edited, seq, room: unheld(change.room) });
      await this.mention(change, grant, edited.mentions);
      await this.previews.releaseGone(work.manager, { before: message.linkPreviews, after: edited.linkPreviews });
      const frame = messageEdited(await change.changed(), seq);
      await this.log.append(work, { roomId: change.roomId, seq, frame }, origin);
      return undefined;
    });
  }

  /**
   * Holds an edit that would be accepted now. The message stays as it is.
   * @throws Refusal as {@link apply}; 4005 beyond MAX_HELD
   */
  async hold(
    actor: Actor,
    named: NamedMessage,
    asked: EditRequest & { readonly content: string },
    origin: RequestOrigin | undefined,
  ): Promise<undefined> {
    return this.changes.ofOne(actor, named, async (change) => {
      const grant = this.grant(change);
      await this.edited(asked, change);
      const { content, ...extra_fields } = asked;
      await this.held.holdEdit(change.work, grant, { content, extra_fields }, { user: actor.user, origin });
      return undefined;
    });
  }

  /** A later edit is stored in place of one that is held. */
  async supersede({ work, roomId, message }: MessageChange): Promise<void> {
    await this.held.dropEdit(work, roomId, message.id);
  }

  /** @throws Refusal 4002, 4003 */
  private grant({ message, membership }: MessageChange): MessageChangeGrant<'message.edit'> {
    const grant = this.policy.mayChange('message.edit', membership, [{ id: message.id, senderId: message.sender.id }]);
    if (message.isDeleted) throw invalid({ message_id: ['The message is deleted.'] });
    return grant;
  }

  /** @throws Refusal 4003, 4002 */
  private async edited(
    { content, metadata, ...asked }: EditRequest,
    { message, membership, work }: MessageChange,
  ): Promise<Edited> {
    const least = !message.poll && (message.attachments.length > 0 || message.isForwarded) ? 0 : 1;
    const accepted =
      content === undefined ? message.content : this.content.accept(content, 'extra_fields.content', least);
    if (accepted !== message.content) checkLength(membership.room.rules, accepted, 'extra_fields.content');
    return {
      content: accepted,
      linkPreviews: keptPreviews(message.linkPreviews, accepted),
      metadata: metadata ? acceptedMetadata(metadata, this.limits.jsonBytes) : message.metadata,
      mentions: await this.mentionCheck.edited(work.manager, membership, { asked, present: message.mentions }),
    };
  }

  private async mention(
    { message, work: { manager } }: MessageChange,
    grant: MessageChangeGrant<'message.edit'>,
    now: Edited['mentions'],
  ): Promise<void> {
    await this.mentions.replace(manager, grant, message, now);
    if (message.thread) await this.replies.followMentioned(manager, message, now);
    const most = this.messageSettings.roomMention;
    if (this.notificationSettings.enabled) await this.mentions.notify(manager, grant, message, { now, most });
  }
}

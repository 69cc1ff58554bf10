import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { Choice, ClientEvent, Id, IdOrIds, Optional, StrictObject } from '@parley/realtime/requests';
import type { Actor, Answer, EventContext, EventHandler, RequestClass } from '@parley/realtime/requests';
import { Dispatch } from '@parley/realtime/dispatch';

import { Config } from '../../platform/config/config.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import type { NamedInRoom } from '../../rooms/among-rooms.js';
import { RoomChanges } from '../../rooms/room-changes.js';
import { bulkIds } from '../bulk-ids.js';
import { MessageChanges } from '../changes/message-changes.js';
import type { MessageChange } from '../changes/message-changes.js';
import { havePolls, MessageChangesRepository, threadsOf } from '../changes/message-changes.repository.js';
import { checkEditsAny, EditRequest, isUnchanged } from '../changes/message-edit.js';
import type { Edited } from '../changes/message-edit.js';
import { deletionPayload, messageChangeTypes } from '../history/message-event-replayer.js';
import { keptPreviews } from '../link-previews/linked-previews.js';
import { LinkPreviewsRepository } from '../link-previews/link-previews.repository.js';
import { addedMentions } from '../mentions/mention.rows.js';
import { MentionCheck } from '../mentions/mention-check.js';
import { MentionsRepository } from '../mentions/mentions.repository.js';
import { messageEdited, messagesDeleted } from '../message.frames.js';
import { MessagePolicy } from '../message.policy.js';
import type { MessageChangeGrant } from '../message.policy.js';
import { MessageRooms } from '../message-rooms.js';
import { MessageContent } from '../sending/message-content.js';
import { acceptedMetadata } from '../sending/message-parts.js';
import { namedIn } from '../threads/replies.js';
import { ThreadRepliesRepository } from '../threads/thread-replies.repository.js';
import { ThreadsRepository } from '../threads/threads.repository.js';

class MessageModifyRequest {
  @Choice(['update', 'delete'])
  action!: 'update' | 'delete';

  /** The room of the messages. */
  @Optional()
  @Id()
  room_id?: string | null;
}

class UpdateRequest extends MessageModifyRequest {
  @Id()
  message_id!: string;

  @StrictObject(() => EditRequest)
  extra_fields!: EditRequest;
}

class DeleteRequest extends MessageModifyRequest {
  @IdOrIds()
  message_id!: string | string[];
}

const VARIANTS = { update: UpdateRequest, delete: DeleteRequest };

/**
 * `message.modify`: edits a message, or deletes one or several messages of a room, and notifies the members. Deleted
 * messages cannot be read any more: a reply that is being sent to one is rejected, and earlier replies have no parent.
 */
@Injectable()
@ClientEvent({
  name: 'message.modify',
  summary: 'Edits a message, or deletes messages of one room.',
  request: MessageModifyRequest,
  variants: { by: 'action', classes: () => VARIANTS },
  emits: ['messagemodification.dispatch'],
})
export class MessageModifyEvent implements EventHandler<UpdateRequest | DeleteRequest> {
  constructor(
    private readonly changes: MessageChanges,
    private readonly messageRooms: MessageRooms,
    private readonly rooms: RoomChanges,
    private readonly policy: MessagePolicy,
    private readonly content: MessageContent,
    private readonly mentionCheck: MentionCheck,
    private readonly mentions: MentionsRepository,
    private readonly repository: MessageChangesRepository,
    private readonly previews: LinkPreviewsRepository,
    private readonly threads: ThreadsRepository,
    private readonly replies: ThreadRepliesRepository,
    private readonly dispatch: Dispatch,
    private readonly config: Config,
  ) {}

  refine({ action }: MessageModifyRequest): RequestClass<UpdateRequest | DeleteRequest> {
    return VARIANTS[action];
  }

  handle(request: UpdateRequest | DeleteRequest, context: EventContext): Promise<Answer | undefined> {
    return request instanceof UpdateRequest ? this.update(request, context) : this.delete(request, context);
  }

  private update(request: UpdateRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    checkEditsAny(request.extra_fields);
    const named = { id: request.message_id.toLowerCase(), roomId: request.room_id };
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, membership, work } = change;
      const grant = this.policy.mayChange('message.edit', membership, [
        { id: message.id, senderId: message.sender.id },
      ]);
      if (message.isDeleted) throw invalid({ message_id: ['The message is deleted.'] });
      const edited = await this.edited(request.extra_fields, change);
      if (isUnchanged(message, edited)) return messageEdited(message);
      const mentioned = addedMentions(message.mentions, edited.mentions);
      const seq = await change.takeNumber({
        changeRecord: toChangeRecord(messageChangeTypes.edited, { id: message.id, ...(mentioned && { mentioned }) }),
        audited: [],
      });
      await this.repository.edit(work.manager, grant, { ...edited, seq });
      await this.mention(change, grant, edited.mentions);
      await this.previews.releaseGone(work.manager, { before: message.linkPreviews, after: edited.linkPreviews });
      const frame = messageEdited(await change.changed(), seq);
      work.afterCommit(() => this.dispatch.append({ roomId: change.roomId, seq, frame }, origin));
      return undefined;
    });
  }

  /** @throws Refusal 4003, 4002 */
  private async edited(
    { content, metadata, ...asked }: EditRequest,
    { message, membership, work }: MessageChange,
  ): Promise<Edited> {
    const least = !message.poll && (message.attachments.length > 0 || message.isForwarded) ? 0 : 1;
    const accepted =
      content === undefined ? message.content : this.content.accept(content, 'extra_fields.content', least);
    return {
      content: accepted,
      linkPreviews: keptPreviews(message.linkPreviews, accepted),
      metadata: metadata ? acceptedMetadata(metadata, this.config.limits.jsonBytes) : message.metadata,
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
    const most = this.config.limits.roomMention;
    if (this.config.features.notifications) await this.mentions.notify(manager, grant, message, { now, most });
  }

  private async delete(request: DeleteRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const ids = bulkIds('message_id', request.message_id, this.config.limits.bulkIds);
    const { roomId } = await this.roomOf(actor, ids, request.room_id);
    return this.rooms.byMember(actor, roomId, async ({ work, membership, takeNumber }) => {
      const messages = await this.repository.lock(work.manager, { roomId, userId: actor.user.id }, ids);
      if (messages.length < ids.length) throw notFound('No such message.');
      this.policy.mayChange('message.delete', membership, messages);
      const gone = new Set(messages.filter(({ isDeleted }) => isDeleted).map(({ id }) => id));
      const left = ids.filter((id) => !gone.has(id));
      const grant = this.policy.mayChange(
        'message.delete',
        membership,
        messages.filter(({ isDeleted }) => !isDeleted),
      );
      if (left.length === 0) return messagesDeleted({ roomId, ids });
      const threadIds = threadsOf(messages.filter(({ id }) => !gone.has(id)));
      const audited = messages
        .filter(({ id, senderId }) => !gone.has(id) && senderId !== actor.user.id)
        .map(({ id, senderId }) => ({ action: 'message.delete', subjectId: senderId, details: { message_id: id } }));
      const seq = await takeNumber({
        access: true,
        changeRecord: toChangeRecord(messageChangeTypes.deleted, deletionPayload(left, threadIds)),
        audited,
      });
      const deletion = { seq, threadIds, hasPolls: havePolls(messages) };
      if (this.config.features.softDelete) await this.repository.hide(work.manager, grant, deletion);
      else await this.repository.erase(work.manager, grant, deletion);
      const threads = await this.threads.replies(namedIn(roomId, threadIds), work.manager);
      const frame = messagesDeleted({ roomId, ids: left, threads }, seq);
      work.afterCommit(() => this.dispatch.append({ roomId, seq, frame }, origin));
      return undefined;
    });
  }

  /** @throws Refusal 4004 if a message is in no room of the actor, 4003 if they are in several */
  private async roomOf(actor: Actor, ids: readonly string[], given: string | null | undefined): Promise<NamedInRoom> {
    const named = await this.messageRooms.of(actor, ids, given);
    const [room] = named;
    if (!room || named.flatMap((inRoom) => inRoom.ids).length < ids.length) throw notFound('No such message.');
    if (named.length > 1) throw invalid({ message_id: ['Must be messages of one room.'] });
    return room;
  }
}

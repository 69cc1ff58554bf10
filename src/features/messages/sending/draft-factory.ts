import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { Actor, RequestOrigin } from '@parley/realtime/requests';

import { MessageSettings } from '../message.settings.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { attachmentsOf, checkMedia } from '../attachments/attachment.request.js';
import { MentionCheck } from '../mentions/mention-check.js';
import { MessagePolicy } from '../message.policy.js';
import type { Draft } from './draft.js';
import { MessageContent } from './message-content.js';
import { partsOf } from './message-parts.js';
import { MessageReferences } from './message-references.js';
import { ExtraFieldsRequest } from './message-request.js';
import { checkRules } from './room-rules.js';
import type { MessageRequest } from './message-request.js';

/** Validates the requests of messages, and asks for the permission to send them. */
@Injectable()
export class DraftFactory {
  constructor(
    private readonly policy: MessagePolicy,
    private readonly references: MessageReferences,
    private readonly content: MessageContent,
    private readonly mentions: MentionCheck,
    private readonly uploads: AttachedUploads,
    private readonly settings: MessageSettings,
    private readonly limits: Limits,
  ) {}

  /**
   * A message that its sender may send now.
   * @param request satisfies the rules of its class
   * @param origin undefined: nobody waits for the answer
   * @throws Refusal 4003 for a violated rule, 4004 for a non-member or a message that cannot be read, 4002
   */
  async create(request: MessageRequest, actor: Actor, origin?: RequestOrigin): Promise<Draft> {
    const roomId = request.room_id.toLowerCase();
    const extra = request.extra_fields ?? new ExtraFieldsRequest();
    const { attachments: most } = this.settings;
    const { jsonBytes: mostJsonBytes } = this.limits;
    const media = extra.media ?? [];
    checkMedia(media, { most, mostJsonBytes });
    const parts = partsOf(extra, mostJsonBytes);
    const isForward = typeof extra.forwarded_from_id === 'string';
    if (parts.poll && isForward) throw invalid({ 'extra_fields.poll': ['A forward has no poll.'] });
    const mayBeEmpty = !parts.poll && (media.length > 0 || isForward);
    const content = this.content.accept(request.content, 'content', mayBeEmpty ? 0 : 1);
    const grant = await this.policy.maySend(actor, roomId);
    const attachments = attachmentsOf(media, await this.uploads.named(grant, media));
    const referencedIds = {
      parentId: extra.parent_message_id,
      forwardedFromId: extra.forwarded_from_id,
      forwardedFromRoomId: extra.forwarded_from_room_id,
      threadId: extra.thread_id,
      alsoToRoom: extra.also_to_room,
    };
    const mentions = await this.mentions.sent(actor, roomId, extra);
    const references = await this.references.read(actor, roomId, referencedIds);
    checkRules(grant, { content, attachments, forwardedFrom: references.forwardedFrom });
    const clientMessageId = request.client_message_id?.toLowerCase();
    return {
      actor,
      origin,
      grant,
      content,
      clientMessageId,
      referencedIds,
      references,
      attachments,
      parts: { ...parts, mentions, thread: references.thread },
      mentionsRequest: extra,
      extraFields: extra,
    };
  }
}

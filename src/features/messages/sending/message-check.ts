import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import type { HeldMessage } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { MessageRejected } from '../../moderation/moderated-message.js';
import type { ModeratedMessage, ModerationVerdict } from '../../moderation/moderated-message.js';
import { Moderation } from '../../moderation/moderation.service.js';
import { textsOfJson } from '../../moderation/shown-texts.js';
import { MembershipCache } from '../../rooms/membership/membership-cache.js';
import type { EditRequest } from '../changes/message-edit.js';
import type { NamedMessage } from '../changes/message-changes.js';
import { HeldMessages } from '../held/held-messages.js';
import { HistoryRepository } from '../history/history.repository.js';
import { MessageRooms } from '../message-rooms.repository.js';
import { MessagePolicy } from '../message.policy.js';
import type { Draft } from './draft.js';
import { checkLength, MessageContent } from './message-content.js';

/** A draft that has been checked, with the texts to store. */
export interface CheckedDraft {
  readonly draft: Draft;
  readonly isHeld: boolean;
}

export interface CheckedEdit {
  /** With the text to store. */
  readonly edit: EditRequest & { readonly content: string };
  readonly isHeld: boolean;
  /** The same edit, if it is held already. */
  readonly earlier?: HeldMessage | undefined;
}

const EDITED = 'extra_fields.content';

/** Asks the moderation about messages and edits before they are stored. */
@Injectable()
export class MessageCheck {
  constructor(
    private readonly moderation: Moderation,
    private readonly policy: MessagePolicy,
    private readonly held: HeldMessages,
    private readonly contents: MessageContent,
    private readonly memberships: MembershipCache,
    private readonly messageRooms: MessageRooms,
    private readonly history: HistoryRepository,
  ) {}

  /** Whether messages are checked at all. */
  get isActive(): boolean {
    return this.moderation.isActive;
  }

  /** @throws MessageRejected */
  async create(draft: Draft): Promise<CheckedDraft> {
    const { grant, actor, content, attachments, parts, clientMessageId, extraFields } = draft;
    const options = parts.poll?.options ?? [];
    const { texts, isHeld, ...checked } = await this.moderation.check(
      {
        action: 'create',
        room: await this.room(actor, grant.roomId),
        sender: actor.user,
        content,
        texts: [...options, ...attachments.map(({ caption }) => caption)],
        fixedTexts: fixedTextsOf(draft),
        extraFields,
        clientMessageId,
        previous: undefined,
      },
      this.accept('content'),
    );
    const captions = texts.slice(options.length);
    return {
      isHeld,
      draft: {
        ...draft,
        content: checked.content,
        parts: parts.poll ? { ...parts, poll: { ...parts.poll, options: texts.slice(0, options.length) } } : parts,
        attachments: attachments.map((each, at) => (each.caption ? { ...each, caption: captions[at] ?? '' } : each)),
      },
    };
  }

  /** @throws Refusal 4003 about the metadata of an edit */
  editedMetadata({ metadata }: EditRequest): void {
    this.moderation.requireWords(textsOfJson(metadata), 'extra_fields.metadata');
  }

  /**
   * An edit with the text to store in place of the given one. An edit that the actor may not make, or that the room
   * does not permit, is refused without a question to the moderation.
   * @throws Refusal 4004, 4002; 4003, with the reason if the edit is rejected
   */
  async edit(
    actor: Actor,
    named: NamedMessage,
    { content: given, ...asked }: CheckedEdit['edit'],
  ): Promise<CheckedEdit> {
    const [place] = await this.messageRooms.of(actor, [named.id], named.roomId);
    const message = place && (await this.history.readable({ userId: actor.user.id, roomId: place.roomId }, named.id));
    if (!message) throw notFound('No such message.');
    // As of now, because a refusal is final here; what has changed by the time of the edit is found under its lock.
    const membership = await this.memberships.refresh(actor, message.roomId);
    this.policy.mayChange('message.edit', membership, [{ id: message.id, senderId: message.sender.id }]);
    const allowed = { edit: { ...asked, content: given }, isHeld: false };
    if (message.isDeleted || given === message.content) return allowed;
    checkLength(membership.room.rules, given, EDITED);
    const earlier = await this.held.sameEdit(actor.user, message, { content: given, extra_fields: asked });
    if (earlier) return { ...allowed, isHeld: true, earlier };
    const { content, isHeld } = await this.verdict({
      action: 'edit',
      room: { id: message.roomId, type: membership.room.type },
      sender: actor.user,
      content: given,
      texts: [],
      fixedTexts: [],
      extraFields: allowed.edit,
      clientMessageId: message.clientMessageId ?? undefined,
      previous: message.content,
    });
    return { edit: { ...asked, content }, isHeld };
  }

  private async verdict(edit: ModeratedMessage): Promise<ModerationVerdict> {
    try {
      return await this.moderation.check(edit, this.accept(EDITED));
    } catch (error) {
      throw error instanceof MessageRejected ? invalid({ [EDITED]: [error.reason] }) : error;
    }
  }

  private async room(actor: Actor, id: string): Promise<ModeratedMessage['room']> {
    const membership = await this.memberships.find(actor, id);
    return { id, type: membership.room.type };
  }

  /** A text cannot be replaced by none, which only a message with files may have from its sender. */
  private accept(field: string): (content: string) => string {
    return (content) => this.contents.accept(content, field, 1);
  }
}

const fixedTextsOf = ({ attachments, parts, references: { forwardedFrom } }: Draft): string[] => [
  ...(forwardedFrom ? [forwardedFrom.content, ...(forwardedFrom.poll?.options.map(({ text }) => text) ?? [])] : []),
  ...attachments.flatMap(({ file, media_url: url, metadata }) => [file?.filename ?? url, ...textsOfJson(metadata)]),
  ...(parts.kind === undefined ? [] : [parts.kind]),
  ...textsOfJson(parts.metadata),
];

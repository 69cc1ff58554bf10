import { Injectable } from '@nestjs/common';
import { conflict, invalid } from '@parley/protocol';
import type { SavedMessage } from '@parley/protocol';
import type { Answer, EventContext, RequestOrigin } from '@parley/realtime/requests';

import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { PrivateKind } from '../private-log/private-kind.js';
import { PrivateKinds } from '../private-log/private-kinds.js';
import { PrivateLog } from '../private-log/private-log.js';
import type { NamedInRoom } from '../rooms/among-rooms.js';
import { Timers } from '../../platform/timers/timers.js';
import type { TimerId } from '../../platform/timers/timers.repository.js';
import { placeOfText, placeText } from '../../platform/pages/timed-place.js';
import { SavedMessagePolicy } from './saved-message.policy.js';
import type { OwnSavedGrant, SaveGrant } from './saved-message.policy.js';
import { removedMessage } from './saved-message.view.js';
import { SavedMessageSettings } from './saved-message.settings.js';
import { SavedMessagesRepository } from './saved-messages.repository.js';

type Requester = Pick<EventContext, 'actor' | 'origin'>;

/** The messages that users have saved: every connection of the user receives a change, and nobody else does. */
@Injectable()
export class SavedMessagesService {
  private readonly kind: PrivateKind<'saved'>;

  constructor(
    private readonly repository: SavedMessagesRepository,
    private readonly policy: SavedMessagePolicy,
    private readonly privateLog: PrivateLog,
    private readonly timers: Timers,
    private readonly work: UnitOfWork,
    private readonly settings: SavedMessageSettings,
    privateKinds: PrivateKinds,
  ) {
    this.kind = savedKind(repository);
    privateKinds.add(this.kind);
  }

  /**
   * @param named the message and its room; undefined: the message is in no room of the user
   * @param remindAt null: no reminder; undefined: as before
   * @returns the present state as the answer, if nothing has changed
   * @throws Refusal 4004 for a message that the user cannot read, 4003 for a time in the past, 4005 beyond MAX_SAVED
   */
  save(
    { actor, origin }: Requester,
    named: NamedInRoom | undefined,
    remindAt: Date | null | undefined,
  ): Promise<Answer | undefined> {
    return this.work.transaction(async (work) => {
      const grant = await this.policy.maySave(work, actor, named);
      const { userId, messageId } = grant;
      const before = await this.prepare(work, grant, remindAt);
      const isSame = before && (remindAt === undefined || remindAt?.getTime() === before.remindAt?.getTime());
      if (isSame) return unchanged(await this.shown(work, grant));
      if (!before && (await this.repository.count(work.manager, userId)) >= this.settings.most) {
        throw conflict(`At most ${String(this.settings.most)} messages can be saved.`);
      }
      await this.repository.put(work.manager, grant, remindAt);
      await this.append(work, userId, messageId, origin);
      return undefined;
    });
  }

  /**
   * Ends that a message is saved, and its reminder. The message may be gone.
   * @returns the present state as the answer, if it was not saved
   * @throws Refusal 4004 for a message that is not saved and that the user cannot read
   */
  async remove(
    { actor, origin }: Requester,
    named: NamedInRoom | undefined,
    messageId: string,
  ): Promise<Answer | undefined> {
    if (await this.isRemoved(this.policy.mayList(actor), messageId, origin)) return undefined;
    await this.work.transaction((work) => this.policy.maySave(work, actor, named));
    return unchanged(removedMessage(messageId));
  }

  private isRemoved({ userId }: OwnSavedGrant, messageId: string, origin: RequestOrigin): Promise<boolean> {
    return this.work.transaction(async (work) => {
      await this.repository.lockUser(work.manager, userId, undefined);
      if (!(await this.repository.find(work.manager, userId, messageId))) return false;
      await this.timers.cancel(work, reminderTimer(userId, messageId));
      await this.repository.remove(work.manager, userId, messageId);
      await this.append(work, userId, messageId, origin);
      return true;
    });
  }

  /** Records the present state of an item in the private log of its user, and sends it after the commit. */
  async append(work: Work, userId: number, messageId: string, origin?: RequestOrigin): Promise<void> {
    const item = await this.shown(work, { userId, messageId });
    await this.privateLog.append(work, this.kind, { userId, key: messageId, item }, origin);
  }

  /** Locks the user, then the timer, then the item. The timer that runs locks the latter two in this order. */
  private async prepare(work: Work, { userId, messageId }: SaveGrant, remindAt: Date | null | undefined) {
    const isAhead = await this.repository.lockUser(work.manager, userId, remindAt ?? undefined);
    if (remindAt && !isAhead) throw invalid({ remind_at: ['Must be in the future.'] });
    const timer = reminderTimer(userId, messageId);
    if (remindAt) await this.timers.set(work, { ...timer, userId, dueAt: remindAt });
    else if (remindAt === null) await this.timers.cancel(work, timer);
    return this.repository.find(work.manager, userId, messageId);
  }

  private async shown(work: Work, { userId, messageId }: { readonly userId: number; readonly messageId: string }) {
    const items = await this.repository.named(work.manager, userId, [messageId]);
    return items.get(messageId) ?? removedMessage(messageId);
  }
}

/** The answer to a change that changes nothing. */
const unchanged = (item: SavedMessage): Answer => ({
  eventType: 'messagesave.dispatch',
  data: item,
  meta: { changed: false },
});

/** The name of the kind of timers that remind users of messages. */
export const REMINDER = 'reminder';

/** The timer of a reminder. A user has at most one for a message. */
const reminderTimer = (userId: number, messageId: string): TimerId => ({
  kind: REMINDER,
  key: `${String(userId)} ${messageId}`,
});

/** The user and the message of the key of a timer. */
export function reminded(key: string): { readonly userId: number; readonly messageId: string } {
  const [userId = '', messageId = ''] = key.split(' ');
  return { userId: Number(userId), messageId };
}

/** Items of a part of all, and of a page of changes: each has a message of up to 4 KiB. */
const ITEMS_A_PAGE = 100;

/** Saved messages in the private state, each with the id of its message as its key. */
const savedKind = (repository: SavedMessagesRepository): PrivateKind<'saved'> => ({
  name: 'saved',
  list: 'saved',
  eventType: 'messagesave.dispatch',
  itemsAPage: ITEMS_A_PAGE,
  removed: removedMessage,
  read: (source, userId, messageIds) => repository.named(source, userId, messageIds),
  page: async (source, userId, after) => {
    const place = after === undefined ? undefined : placeOfText(after);
    const { items, end } = await repository.part({ userId }, { after: place, limit: ITEMS_A_PAGE }, source);
    return { items: new Map(items.map((item) => [item.message.id, item])), next: end && placeText(end) };
  },
});

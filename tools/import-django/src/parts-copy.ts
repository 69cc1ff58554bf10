import { grouped } from '../../../src/platform/collections/groups.js';
import type { Report } from './import-report.js';
import type { ImportWriter } from './import-target.js';
import type { OpenRoom } from './open-rooms.js';
import type { Rows } from './parley-rows.js';
import {
  importedAttachment,
  importedNotifications,
  importedReaction,
  importedReceipt,
  receiptFault,
} from './rules/part.rules.js';
import { isTooLarge } from './rules/shapes.js';
import type {
  Kind,
  SourceAttachment,
  SourceNotification,
  SourceParts,
  SourceReaction,
  SourceReceipt,
} from './source/source-rows.js';

type MessageRow = Rows['messages'];

/** Messages that were copied, and the rooms that they are in. */
export interface Copied {
  readonly copied: ReadonlyMap<string, MessageRow>;
  readonly opened: ReadonlyMap<string, OpenRoom>;
}

/** Copies the rows that belong to messages. Rows of a message that was left out are left out too. */
export class PartsCopy {
  constructor(
    private readonly report: Report,
    private readonly users: ReadonlySet<number>,
  ) {}

  async copy(parts: SourceParts, messages: Copied, pen: ImportWriter): Promise<void> {
    await pen.add('attachments', await this.attachments(parts.attachments, messages));
    const reactions = await this.reactions(parts.reactions, messages);
    await pen.add('reactions', reactions);
    await pen.add('receipts', await this.receipts(parts.receipts, messages));
    await pen.add('notifications', await this.notifications(parts.notifications, reactions, messages));
  }

  private async attachments(attachments: readonly SourceAttachment[], of: Copied): Promise<Rows['attachments'][]> {
    const rows: Rows['attachments'][] = [];
    const places = new Map<string, number>();
    for (const attachment of attachments) {
      const { id, message_id, media_type } = attachment;
      const message = of.copied.get(message_id);
      const place = places.get(message_id) ?? 0;
      const row = message ? importedAttachment(attachment, message, place) : 'message_left_out';
      if (typeof row === 'string') {
        await this.report.left('attachments', id, row);
        continue;
      }
      places.set(message_id, place + 1);
      rows.push(row);
      this.report.copied('attachments');
      if (row.media_type !== media_type) {
        await this.report.corrected('attachments', id, { what: 'media_type', now: row.media_type });
      }
      if (isTooLarge(attachment.metadata)) await this.report.corrected('attachments', id, { what: 'metadata_dropped' });
    }
    return rows;
  }

  private async reactions(reactions: readonly SourceReaction[], of: Copied): Promise<Rows['reactions'][]> {
    const rows = new Map<string, Rows['reactions']>();
    for (const reaction of reactions) {
      const { id, message_id, user_id } = reaction;
      const message = of.copied.get(message_id);
      const key = `${message_id}:${String(user_id)}`;
      const row = message ? importedReaction(reaction, message, this.users) : 'message_left_out';
      if (typeof row === 'string') await this.report.left('reactions', id, row);
      else if (rows.has(key)) await this.report.left('reactions', id, 'second_of_one_user');
      else {
        rows.set(key, row);
        this.report.copied('reactions');
      }
    }
    return [...rows.values()];
  }

  private async receipts(receipts: readonly SourceReceipt[], of: Copied): Promise<Rows['receipts'][]> {
    const kept: SourceReceipt[] = [];
    for (const receipt of receipts) {
      const { message_id, user_id, is_read } = receipt;
      const message = of.copied.get(message_id);
      const kind: Kind = is_read ? 'read' : 'delivered';
      const fault = message ? receiptFault(receipt, message, this.users) : 'message_left_out';
      if (fault !== undefined) {
        await this.report.left(kind, `${message_id}:${String(user_id)}`, fault);
        continue;
      }
      if (message && is_read) of.opened.get(message.room_id)?.isRead(user_id, message.seq);
      kept.push(receipt);
      this.report.copied(kind);
    }
    const byUser = grouped(kept, ({ message_id, user_id }) => `${message_id}:${String(user_id)}`);
    return [...byUser.values()].flatMap((both) => {
      const message = of.copied.get(both[0]?.message_id ?? '');
      return message ? [importedReceipt(both, message)] : [];
    });
  }

  /** A notification of a message becomes a mark of the member; one of a reaction stays a notification. */
  private async notifications(
    notifications: readonly SourceNotification[],
    reactions: readonly Rows['reactions'][],
    of: Copied,
  ): Promise<Rows['notifications'][]> {
    const pending: SourceNotification[] = [];
    for (const notification of notifications) {
      const fault = notificationFault(notification, of);
      if (fault !== undefined) await this.leave(notification, fault);
      else if (notification.type === 'REACTION') pending.push(notification);
      else {
        const message = of.copied.get(notification.message_id);
        if (message) of.opened.get(message.room_id)?.isPending(notification.user_id, message.seq);
        this.report.copied('notifications');
      }
    }
    const reacted = grouped(reactions, ({ message_id }) => message_id);
    const rows: Rows['notifications'][] = [];
    for (const [messageId, some] of grouped(pending, ({ message_id }) => message_id)) {
      const message = of.copied.get(messageId);
      const known = message ? importedNotifications(some, reacted.get(messageId) ?? [], message) : [];
      rows.push(...known);
      this.report.copied('notifications', known.length);
      for (const notification of some.slice(known.length)) await this.leave(notification, 'reaction_not_there');
    }
    return rows;
  }

  private leave({ id, user_id }: SourceNotification, fault: string): Promise<void> {
    return this.report.left('notifications', `${id}:${String(user_id)}`, fault);
  }
}

/** Why a notification is left out; undefined if it is not. */
function notificationFault({ message_id, user_id, type }: SourceNotification, of: Copied): string | undefined {
  const message = of.copied.get(message_id);
  if (!message) return 'message_left_out';
  if (message.is_deleted) return 'message_is_deleted';
  if (!of.opened.get(message.room_id)?.hasMember(user_id)) return 'not_a_member';
  const isOwn = user_id === message.sender_id;
  if (type === 'REACTION') return isOwn ? undefined : 'reaction_to_another';
  return isOwn ? 'own_message' : undefined;
}

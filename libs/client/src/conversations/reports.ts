import type { Report, ReportAction, ReportReason, ReportState } from '@parley/protocol';

import type { Parley } from '../parley.js';

/** A page of reports, the newest first. */
export interface ReportPage {
  readonly reports: readonly Report[];
  /** Null: there are no more reports. */
  readonly next_cursor: string | null;
}

export interface ReportListOptions {
  /** Default `open`. */
  readonly state?: ReportState;
  /** By default all rooms that the user leads; for moderators all rooms, and the reports of users. */
  readonly room_id?: string;
  /** 1 to 100; default 50. */
  readonly limit?: number;
  /** The `next_cursor` of the previous page. */
  readonly cursor?: string;
}

/**
 * Reports of messages and of users to leaders of the room and to moderators. New and resolved ones arrive as frames
 * `report.dispatch`, and so do held messages to moderators, with the `report_id` null. Without a connection every
 * request is refused with `offline`, and none is repeated.
 */
export class Reports {
  constructor(private readonly chat: Pick<Parley, 'ask'>) {}

  /**
   * Reports a message as it is now.
   * @param comment for those who resolve the report; at most 1,000 characters
   * @throws ParleyError 4005 when the user has reported the message before, 4029 after too many reports
   */
  async message(
    { id, roomId }: { readonly id: string; readonly roomId: string },
    reason: ReportReason,
    comment?: string,
  ): Promise<void> {
    await this.chat.ask('message.report', { message_id: id, room_id: roomId, reason, ...(comment && { comment }) });
  }

  /** Reports a user to moderators. @throws as {@link message} */
  async user(userId: number, reason: ReportReason, comment?: string): Promise<void> {
    await this.chat.ask('message.report', { user_id: userId, reason, ...(comment && { comment }) });
  }

  /** @throws ParleyError 4002 when the user leads no room, or not this one, and has no role in the deployment */
  async list(options: ReportListOptions = {}): Promise<ReportPage> {
    return (await this.chat.ask('report.list', options)).data;
  }

  /**
   * @param more.until the end of a mute or a ban; missing: it has none
   * @throws ParleyError 4002, 4005 when it is resolved already
   */
  async resolve(
    reportId: string,
    action: ReportAction,
    more: { readonly note?: string; readonly until?: string } = {},
  ): Promise<void> {
    await this.chat.ask('report.resolve', { report_id: reportId, action, ...more });
  }
}

import type { Report } from './import-report.js';
import type { ImportWriter } from './import-target.js';
import type { OpenRoom } from './open-rooms.js';
import type { Rows } from './parley-rows.js';
import { PartsCopy } from './parts-copy.js';
import { importedMessage } from './rules/message.rules.js';
import type { MessageLimits } from './rules/message.rules.js';
import type { DjangoSource } from './source/django-source.repository.js';
import type { SourceMessage } from './source/source-rows.js';

/** The rooms of a batch: rooms in neither collection are left out. */
export interface RoomFates {
  readonly opened: ReadonlyMap<string, OpenRoom>;
  /** Copied by an earlier run. */
  readonly there: ReadonlySet<string>;
}

/** Copies batches of messages with the rows that belong to them. */
export class MessagesCopy {
  private readonly parts: PartsCopy;

  constructor(
    private readonly source: DjangoSource,
    private readonly report: Report,
    private readonly limits: MessageLimits,
  ) {
    this.parts = new PartsCopy(report, limits.users);
  }

  /** @param messages in each room in the order of their sequence numbers */
  async copy(messages: readonly SourceMessage[], { opened, there }: RoomFates, pen: ImportWriter): Promise<void> {
    const rows: Rows['messages'][] = [];
    const known: string[] = [];
    const left: string[] = [];
    for (const message of messages) {
      const { id, room_id } = message;
      const room = opened.get(room_id);
      const verdict = room || there.has(room_id) ? importedMessage(message, this.limits) : 'room_left_out';
      if (typeof verdict === 'string') {
        left.push(id);
        await this.report.left('messages', id, verdict);
      } else if (room) {
        const seq = room.add(id, verdict.is_deleted);
        rows.push({ ...verdict, seq, change_seq: seq });
      } else {
        known.push(id);
      }
    }
    left.push(...(await this.writtenSince(known, pen)));
    await this.write(rows, left, opened, pen);
  }

  /** Messages of rooms that an earlier run copied, which did not exist then. */
  private async writtenSince(ids: readonly string[], pen: ImportWriter): Promise<string[]> {
    if (ids.length === 0) return [];
    const there = await pen.messages(ids);
    const since = ids.filter((id) => !there.has(id));
    for (const id of since) await this.report.left('messages', id, 'room_was_copied_before');
    return since;
  }

  private async write(
    rows: readonly Rows['messages'][],
    left: readonly string[],
    opened: RoomFates['opened'],
    pen: ImportWriter,
  ): Promise<void> {
    if (rows.length + left.length === 0) return;
    const parts = await this.source.parts([...rows.map(({ id }) => id), ...left]);
    await pen.add('messages', rows);
    this.report.copied('messages', rows.length);
    const copied = new Map(rows.map((row) => [row.id, row]));
    await this.parts.copy(parts, { copied, opened }, pen);
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { prepared } from '../../platform/database/prepared.js';

interface Shown {
  readonly id: string;
  readonly roomId: string;
  readonly messageId: string;
}

const PAGE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
/** The message of a younger one may be committed on another server of a distributed database a moment later. */
const YOUNGEST_MS = 3_600_000;

/**
 * Uploads of messages that are gone. A node of 0.2, which knows no uploads, deletes messages without giving their uploads
 * back. Raw SQL in two steps, because the rows of uploads are local in a distributed database, and messages are not.
 */
@Injectable()
export class AbandonedUploadsRepository {
  constructor(private readonly source: DataSource) {}

  /** The messages that are gone, one for each of their uploads, in pages. */
  async *pages(): AsyncGenerator<readonly string[]> {
    const youngest = uuidv7({ msecs: Date.now() - YOUNGEST_MS });
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const page: Shown[] = await this.source.query<Shown[]>(SHOWN, [after, youngest]);
      const gone = await this.gone(page);
      if (gone.length > 0) yield gone;
      after = page.length < PAGE ? undefined : page.at(-1)?.id;
    }
  }

  private async gone(shown: readonly Shown[]): Promise<string[]> {
    const rooms = [...new Set(shown.map(({ roomId }) => roomId))];
    const rows = await this.source.query<{ id: string }[]>(EXISTING, [rooms, shown.map(({ messageId }) => messageId)]);
    const existing = new Set(rows.map(({ id }) => id));
    return shown.map(({ messageId }) => messageId).filter((id) => !existing.has(id));
  }
}

const SHOWN = prepared(`
  SELECT id, room_id AS "roomId", message_id AS "messageId" FROM uploads
  WHERE message_id IS NOT NULL AND id > $1 AND message_id < $2 ORDER BY id LIMIT ${String(PAGE)}`);

const EXISTING = prepared(`
  SELECT id FROM messages WHERE room_id = ANY ($1) AND id = ANY ($2) AND NOT is_deleted`);

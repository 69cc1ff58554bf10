import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../../platform/database/prepared.js';
import { storedText } from '../../../platform/database/stored-text.js';
import type { Verdict } from './scanner.js';

/** Writes verdicts into the rows of files. Raw SQL, because rows are changed by their states. */
@Injectable()
export class ScanVerdictsRepository {
  /** The room of a file that waits for its scan; null: it is in none. Undefined: it does not wait any more. */
  async roomOf(manager: EntityManager, id: string): Promise<string | null | undefined> {
    const [row] = await manager.query<{ room_id: string | null }[]>(ROOM_OF, [id]);
    return row?.room_id;
  }

  /**
   * Ends the wait of a file for its scan.
   * @returns the message that shows it; null: none does. Undefined: it does not wait any more
   */
  async decide(manager: EntityManager, id: string, verdict: Verdict): Promise<string | null | undefined> {
    const signature = verdict.isClean ? null : verdict.signature;
    const [rows] = await manager.query<[{ message_id: string | null }[]]>(DECIDE, [
      id,
      verdict.isClean ? 'ready' : 'blocked',
      signature === null ? null : storedText(signature),
    ]);
    return rows[0]?.message_id;
  }
}

const ROOM_OF = prepared(`SELECT room_id FROM uploads WHERE id = $1 AND state = 'pending'`);

/** The bytes of a blocked file are due to be deleted at once. */
const DECIDE = prepared(`
  UPDATE uploads SET state = $2::text, signature = $3, scan_attempts = 0,
    scan_after = CASE WHEN $2 = 'blocked' THEN statement_timestamp() END
  WHERE id = $1 AND state = 'pending' RETURNING message_id`);

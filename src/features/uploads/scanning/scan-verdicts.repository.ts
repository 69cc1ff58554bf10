import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import { storedText } from '../../../platform/database/stored-text.js';
import type { Verdict } from './scanner.js';

/** Writes verdicts into the rows of files. Raw SQL, because rows are changed by their states. */
@Injectable()
export class ScanVerdictsRepository {
  /** The room of a file that waits for its scan; null: it is in none. Undefined: it does not wait any more. */
  async roomOf(manager: EntityManager, id: string): Promise<string | null | undefined> {
    return (await ROOM_OF.row(manager, { id }))?.room_id;
  }

  /**
   * Ends the wait of a file for its scan.
   * @returns the message that shows it; null: none does. Undefined: it does not wait any more
   */
  async decide(manager: EntityManager, id: string, verdict: Verdict): Promise<string | null | undefined> {
    const signature = verdict.isClean ? null : verdict.signature;
    const row = await DECIDE.row(manager, {
      id,
      state: verdict.isClean ? 'ready' : 'blocked',
      signature: signature === null ? null : storedText(signature),
    });
    return row?.message_id;
  }
}

const ROOM_OF = statement('scan_verdicts.room_of', {
  parameters: { id: 'uuid' },
  columns: { room_id: 'uuid | null' },
  isPrepared: true,
  text: ({ id }) => `SELECT room_id FROM uploads WHERE id = ${id} AND state = 'pending'`,
});

/** The bytes of a blocked file are due to be deleted at once. */
const DECIDE = statement('scan_verdicts.decide', {
  parameters: { id: 'uuid', state: 'text', signature: 'text | null' },
  columns: { message_id: 'uuid | null' },
  isPrepared: true,
  text: ({ id, state, signature }) => `
    UPDATE uploads SET state = ${state}::text, signature = ${signature}, scan_attempts = 0,
      scan_after = CASE WHEN ${state} = 'blocked' THEN statement_timestamp() END
    WHERE id = ${id} AND state = 'pending' RETURNING message_id`,
});

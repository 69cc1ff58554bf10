import pg from 'pg';

import type { MoveConnection } from './move-connection.js';

interface SequenceState {
  readonly last: string;
  readonly called: boolean;
}

/** Sets every sequence to its value in the source, those of identity columns included. */
export async function copySequences(source: MoveConnection, target: MoveConnection): Promise<void> {
  const sequences = await source.query<{ name: string }>(
    'SELECT sequencename AS name FROM pg_sequences WHERE schemaname = current_schema() ORDER BY sequencename',
  );
  for (const { name } of sequences) {
    const sequence = pg.escapeIdentifier(name);
    const [state] = await source.query<SequenceState>(
      `SELECT last_value AS last, is_called AS called FROM ${sequence}`,
    );
    if (state) await target.query('SELECT setval($1::regclass, $2, $3)', [sequence, state.last, state.called]);
  }
}

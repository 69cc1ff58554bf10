import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Constructs that mean something on one PostgreSQL only, or for one session only. */
const FORBIDDEN = {
  'transaction ids and snapshots': /\b(xmin|xmax|txid_\w+|pg_current_snapshot|pg_snapshot_\w+|pg_current_xact_id\w*)\b/,
  'places of rows': /\bctid\b/,
  'advisory locks of sessions': /\bpg_(try_)?advisory_(lock|unlock)\w*/,
};

/** Statements of the release before read the column of signals; a move reads the state of the embedded database. */
const KEPT = ['src/platform/cluster-signals/signal.entity.ts', 'tools/database/src/move/unfinished-move.ts'];

const files = ['src', 'tools']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter(
    (file) =>
      file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.includes('/migrations/') && !KEPT.includes(file),
  );

it.each(Object.entries(FORBIDDEN))('no statement uses %s', (_, forbidden) => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((file) => forbidden.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(found).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface KnownKind {
  /** The spec that waits for the result. */
  readonly result: string;
  /** The spec that kills a node during the work. */
  readonly crash: string;
  /** The metric of the jobs that wait. */
  readonly waiting: string;
}

/** By their names. */
const KINDS: Readonly<Record<string, KnownKind>> = {
  link_fetches: {
    result: 'test/stories/link-previews.spec.ts',
    crash: 'test/faults/link-fetches.spec.ts',
    waiting: 'parley_link_fetches_pending',
  },
  mails: {
    result: 'test/stories/own-services/mails.spec.ts',
    crash: 'test/faults/mail-outages.spec.ts',
    waiting: 'parley_mails_pending',
  },
  missed_mails: {
    result: 'test/stories/own-services/missed-mails.spec.ts',
    crash: 'test/faults/mail-outages.spec.ts',
    waiting: 'parley_missed_mails_pending',
  },
  pushes: {
    result: 'test/distributed/push.spec.ts',
    crash: 'test/faults/push-outages.spec.ts',
    waiting: 'parley_push_pending',
  },
  scans: {
    result: 'test/server/scan-url.spec.ts',
    crash: 'test/server/scanner-outages.spec.ts',
    waiting: 'parley_scans_waiting',
  },
  webhook_deliveries: {
    result: 'test/everywhere/webhooks.spec.ts',
    crash: 'test/faults/webhook-outages.spec.ts',
    waiting: 'parley_webhook_pending',
  },
};

const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => read(join('src', file)));

const kinds = files.filter((text) => text.includes('implements JobKind<'));

it('every kind of jobs has specs and a metric, which stand in this file', () => {
  const names = kinds.map((text) => /^ {2}readonly name = '(\w+)';$/m.exec(text)?.[1] ?? 'no name');
  expect(names.sort()).toEqual(Object.keys(KINDS).sort());
});

it('every kind of jobs starts its worker, and stops it', () => {
  for (const text of kinds) {
    expect(text).toMatch(/^ {2}onApplicationBootstrap\(\)[^}]+\.worker\.start\(/m);
    expect(text).toMatch(/^ {2}onApplicationShutdown\(\)[^}]+\.worker\.stop\(\)/m);
  }
});

it.each(Object.entries(KINDS))(
  'the jobs of the kind %s are done, survive a killed node, and are counted',
  (_, kind) => {
    expect(read(kind.result)).toContain('it(');
    expect(read(kind.crash)).toContain("'SIGKILL'");
    expect(files.some((text) => text.includes(`'${kind.waiting}'`))).toBe(true);
    expect(read('docs/monitoring.md')).toContain(`\`${kind.waiting}\``);
  },
);

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { WEBHOOK_EVENTS } from '../src/delivery/webhooks/webhook-event.js';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Folders whose specs are stories of users: what each event does, and who receives it. */
const STORIES = ['browser', 'distributed', 'everywhere', 'server', 'storage', 'stories'];
/** They send every event, whatever it does. */
const WALKS = ['access-walk.spec.ts', 'restricted-walk.spec.ts'];

it('every route of the HTTP API that runs an event has a line in docs/http-api.md, and its most expensive request', () => {
  const { paths } = parse(read('docs/openapi.yaml')) as {
    paths: Readonly<Record<string, Readonly<Record<string, { readonly description?: string }>>>>;
  };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { description = '' }]) => description.startsWith('Runs the event '))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const page = read('docs/http-api.md');
  const worst = read('test/expensive/worst-routes.ts');
  expect(routes).toContain('POST /api/rooms/{room_id}/messages/');
  expect(routes.filter((route) => !page.includes(`**\`${route}\`**`))).toEqual([]);
  expect(routes.filter((route) => !worst.includes(`  '${route}':`))).toEqual([]);
});

it('every event of webhooks is described in docs/webhooks.md', () => {
  const page = read('docs/webhooks.md');
  expect(WEBHOOK_EVENTS.filter((event) => !page.includes(`**\`${event}\`**`))).toEqual([]);
});

it('every event of clients has a story', () => {
  const { operations } = parse(read('docs/asyncapi.yaml')) as {
    operations: Readonly<Record<string, { readonly action: string }>>;
  };
  const events = Object.keys(operations).filter((name) => operations[name]?.action === 'receive');
  const specs = STORIES.flatMap((folder) =>
    readdirSync(join(ROOT, 'test', folder))
      .filter((file) => file.endsWith('.spec.ts') && !WALKS.includes(file))
      .map((file) => read(join('test', folder, file))),
  );
  expect(events).toContain('message.send');
  expect(events.filter((event) => !specs.some((spec) => spec.includes(`'${event}'`)))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../docs/pages.js';
import { HOOK_SECRET } from '../../support/hook-server.js';
import { PROFILES } from '../../support/shared-services.js';
import { emptyServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { prepared } from '../../support/run.js';
import { Service } from '../../support/service.js';
import { alerts, deploy } from './alerts.js';
import { promtool, withFiles } from './promtool.js';

interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(readFileSync(join(deploy, 'grafana/parley.json'), 'utf8')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
};
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

/** The expression with sample values for Grafana's variables. */
const requested = (expr: string): string => expr.replaceAll('$__rate_interval', '5m').replaceAll('"$instance"', '".*"');

const exprs = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }, at) => ({ name: `${title} ${String(at + 1)}`, expr: requested(expr) })),
);

const METRIC = /\b(?:parley|nodejs|process)_[a-z0-9_]+/g;
const namesIn = (text: string): string[] => [...new Set(text.match(METRIC))].sort();

/** A scanner and a before-send hook, which are asked nothing here. */
const AWAY = {
  CLAMD_ADDRESS: '127.0.0.1:1',
  MODERATION_URL: 'http://127.0.0.1:1/',
  MODERATION_SECRET: HOOK_SECRET,
};

/** The names of all series of two services: one with Redis, and one with an embedded database and the rest. */
let there: Set<string>;
let places: ServiceData[];

beforeAll(async () => {
  places = [await emptyServiceData('postgres'), await emptyServiceData('embedded')];
  const services = [
    await Service.start({ REDIS_URL: prepared('redis').url }, places[0]),
    await Service.start({ ...AWAY, ...PROFILES.heldWords }, places[1]),
  ];
  const texts = await Promise.all(services.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
  there = new Set(texts.flatMap((text) => seriesOf(text)));
  await Promise.all(services.map((service) => service.stop()));
});
afterAll(() => Promise.all(places.map((serviceData) => serviceData.remove())));

/** The series of all declared metrics, counted or not. */
const seriesOf = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' || type === 'summary'
      ? [name, ...['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)]
      : [name],
  );

it('Prometheus accepts the queries of the dashboard', () => {
  const rules = exprs.map(({ expr }, at) => ({ record: `panel:${String(at)}`, expr }));
  withFiles({ 'rules.yml': { groups: [{ name: 'panels', rules }] } }, (folder) => {
    expect(promtool('check', 'rules', join(folder, 'rules.yml'))).toContain(`${String(exprs.length)} rules found`);
  });
  expect(exprs.map(({ expr }) => expr).join()).not.toContain('$');
});

it('each panel of the dashboard uses the chosen data source and has a description', () => {
  expect(dashboard.templating.list).toContainEqual(expect.objectContaining({ name: 'datasource', type: 'datasource' }));
  for (const panel of panels) {
    expect(panel.description).toMatch(/\.$/);
    expect(panel).toMatchObject({ datasource: { type: 'prometheus', uid: '${datasource}' } });
  }
});

it('queries of generic process metrics select the job of Parley', () => {
  for (const { expr } of [...exprs, ...alerts]) {
    for (const [, labels] of expr.matchAll(/\b(?:nodejs|process)_\w+(\{[^}]*\})?/g))
      expect(labels).toContain('job="parley"');
  }
});

it('every metric of the dashboard and the alerts is exported by a service', () => {
  const used = namesIn([...exprs, ...alerts].map(({ expr }) => expr).join(' '));
  expect(used.filter((name) => !there.has(name))).toEqual([]);
});

it('docs/monitoring.md lists exactly the metrics of Parley', () => {
  const guide = readFileSync(join(root, 'docs/monitoring.md'), 'utf8');
  const ours = [...there].filter((name) => name.startsWith('parley_') && !/_(bucket|sum|count)$/.test(name));
  const named = namesIn(guide).filter((name) => name.startsWith('parley_'));
  expect(named).toEqual(ours.sort());
});

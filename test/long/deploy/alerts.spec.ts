import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { slugOf } from '../../../docs/.vitepress/slug.js';
import { root } from '../../docs/pages.js';
import { stories } from './alert-stories.js';
import { alerts, deploy, RULES } from './alerts.js';
import { promtool, withFiles } from './promtool.js';
import { unitTestsOf } from './unit-tests.js';

it('Prometheus accepts the alert rules and the example configuration', () => {
  expect(promtool('check', 'rules', RULES)).toContain(`${String(alerts.length)} rules found`);
  expect(promtool('check', 'config', join(deploy, 'prometheus/prometheus.yml'))).toContain('SUCCESS');
});

describe('every alert', () => {
  it.each(alerts)('$alert has a severity, a summary, a description and a link to its runbook', (alert) => {
    expect(['critical', 'warning']).toContain(alert.labels.severity);
    expect(alert.annotations.summary).toMatch(/\.$/);
    expect(alert.annotations.description).toMatch(/\.$/);
    const [page = '', anchor] = alert.annotations.runbook.split('#');
    const headings = [...readFileSync(join(root, page), 'utf8').matchAll(/^### (.+)$/gm)];
    expect(headings.map(([, heading = '']) => slugOf(heading))).toContain(anchor);
    expect(anchor).toBe(alert.alert.toLowerCase());
  });

  it('has test data', () => expect(Object.keys(stories).sort()).toEqual(alerts.map(({ alert }) => alert).sort()));

  it.each(alerts)('$alert fires for a fault, and not in normal operation', (alert) => {
    withFiles(unitTestsOf(alert, stories[alert.alert]!), (folder) => {
      expect(promtool('test', 'rules', join(folder, 'tests.yml'))).toContain('SUCCESS');
    });
  });

  it('fails its test if it does not fire', () => {
    const [alert] = alerts;
    const story = stories[alert!.alert]!;
    const wrong = unitTestsOf(alert!, { ...story, fires: story.calm });
    expect(() => withFiles(wrong, (folder) => promtool('test', 'rules', join(folder, 'tests.yml')))).toThrow('FAILED');
  });
});

import type { AlertStory } from './alert-stories.js';
import type { Alert } from './alerts.js';

const INTERVAL = '15s';

/** The files of promtool's unit tests of one alert, without annotations, which the rules' own spec checks. */
export function unitTestsOf({ alert, expr, labels, ...rest }: Alert, story: AlertStory): Record<string, unknown> {
  const rule = { alert, expr, labels, ...(rest.for === undefined ? {} : { for: rest.for }) };
  const test = (series: AlertStory['fires'], expected: object[]): object => ({
    interval: INTERVAL,
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [{ eval_time: story.at, alertname: alert, exp_alerts: expected }],
  });
  return {
    'rules.yml': { groups: [{ name: 'one', rules: [rule] }] },
    'tests.yml': {
      rule_files: ['rules.yml'],
      evaluation_interval: INTERVAL,
      tests: [test(story.fires, [{ exp_labels: { ...labels, ...story.labels } }]), test(story.calm, [])],
    },
  };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse, stringify } from 'yaml';

import { startServer } from '../../servers/start-server.js';
import { RULES } from './alerts.js';

const EVERY = '500ms';

/** A Prometheus with our alerts, with short intervals. */
export class PrometheusServer {
  private constructor(
    private readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  /** @param folder for all its files @param target `host:port` of the process to scrape */
  static async start(folder: string, target: string): Promise<PrometheusServer> {
    writeFileSync(join(folder, 'alerts.yml'), readFileSync(RULES, 'utf8').replaceAll(/\bfor: \S+$/gm, 'for: 1s'));
    const example = parse(readFileSync(join(RULES, '../prometheus.yml'), 'utf8')) as Record<string, unknown>;
    const config = {
      ...example,
      global: { scrape_interval: EVERY, evaluation_interval: EVERY },
      scrape_configs: [{ job_name: 'parley', static_configs: [{ targets: [target] }] }],
    };
    writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
    const urlOf = (port: number): string => `http://127.0.0.1:${String(port)}`;
    const { port, stop } = await startServer({
      command: (at) => [
        'prometheus',
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'prometheus')}`,
        `--web.listen-address=127.0.0.1:${String(at)}`,
      ],
      answers: (at) =>
        fetch(`${urlOf(at)}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
    });
    return new PrometheusServer(urlOf(port), stop);
  }

  /** The names of the firing alerts. */
  async firing(): Promise<string[]> {
    const answer = await fetch(`${this.url}/api/v1/alerts`);
    const { data } = (await answer.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
  }

  /** @returns the current value of a metric; undefined if there is none */
  async value(query: string): Promise<number | undefined> {
    const answer = await fetch(`${this.url}/api/v1/query?query=${encodeURIComponent(query)}`);
    const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
    const [found] = data.result;
    return found && Number(found.value[1]);
  }
}

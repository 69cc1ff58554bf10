import { monitorEventLoopDelay } from 'node:perf_hooks';

import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';

import { SocketTokenRegistry } from '../../../features/auth/sockets/socket-token-registry.js';
import { MetricsRegistry } from '../../../platform/metrics/metrics.module.js';
import { SharedRedis } from '../../../platform/redis/shared-redis.js';
import { eachFigure, FIGURE_NAMES, FIGURES } from './figures.js';
import type { FigureName, Figures, FigureSource } from './figures.js';

interface Value {
  readonly value: number;
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  readonly metricName?: string;
}

/** As often as the metrics of the process measure it. The measured value includes this interval. */
const EVENT_LOOP_EVERY_MS = 100;
const NANOSECONDS = 1e9;

/** Reads the figures of this node: most of them from its metrics, so that they agree, and cost nothing twice. */
@Injectable()
export class FigureReader implements OnApplicationShutdown {
  /** The metrics have their own, which each scrape begins anew. */
  private readonly delay = monitorEventLoopDelay({ resolution: EVENT_LOOP_EVERY_MS });
  private readonly totals = new Map<FigureName, number>();

  constructor(
    private readonly registry: MetricsRegistry,
    private readonly sockets: SocketTokenRegistry,
    private readonly redis: SharedRedis,
  ) {}

  start(): void {
    this.delay.enable();
  }

  onApplicationShutdown(): void {
    this.delay.disable();
  }

  /** @param withDeployment whether to count what is the same on each node */
  async read(withDeployment: boolean): Promise<Figures> {
    const measured: Partial<Record<FigureName, number | null>> = {
      users: this.sockets.userIds().size,
      event_loop_seconds: this.eventLoopSeconds(),
      redis_seconds: await this.redisSeconds(),
    };
    const read = await Promise.all(
      FIGURE_NAMES.map(async (name): Promise<[FigureName, number | null]> => {
        const source = FIGURES[name];
        const isLeftOut = source.isOfDeployment === true && !withDeployment;
        return [name, isLeftOut ? null : (measured[name] ?? (await this.valueOf(name, source)))];
      }),
    );
    const values = new Map(read);
    return eachFigure((name) => values.get(name) ?? null);
  }

  private async valueOf(name: FigureName, { metric, part, labels = {}, isIncrease }: FigureSource) {
    const found = metric === undefined ? undefined : this.registry.getSingleMetric(metric);
    if (!found) return null;
    const { values } = (await found.get()) as { readonly values: readonly Value[] };
    const isWanted = (value: Value): boolean =>
      (part === undefined || value.metricName === `${String(metric)}_${part}`) &&
      Object.entries(labels).every(([label, wanted]) => value.labels[label] === wanted);
    const total = values.filter(isWanted).reduce((sum, { value }) => sum + value, 0);
    return isIncrease === true ? this.increase(name, total) : total;
  }

  private increase(name: FigureName, total: number): number {
    const before = this.totals.get(name) ?? 0;
    this.totals.set(name, total);
    return total - before;
  }

  private eventLoopSeconds(): number {
    const seconds = this.delay.percentile(99) / NANOSECONDS - EVENT_LOOP_EVERY_MS / 1_000;
    this.delay.reset();
    return rounded(Math.max(0, seconds));
  }

  private async redisSeconds(): Promise<number | null> {
    if (!this.redis.isConfigured) return null;
    const since = performance.now();
    return this.redis.eval('return 1', { keys: [this.redis.key('figures')], arguments: [] }).then(
      () => rounded((performance.now() - since) / 1_000),
      () => null,
    );
  }
}

/** To microseconds. */
const rounded = (seconds: number): number => Number(seconds.toFixed(6));

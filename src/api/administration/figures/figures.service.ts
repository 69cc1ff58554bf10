import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';

import { ClusterFigures } from './cluster-figures.js';
import type { SampleHistory } from './cluster-figures.js';
import { DeploymentCountsService } from './deployment-counts.service.js';
import type { DeploymentCounts } from './deployment-counts.service.js';
import { combined, eachFigure } from './figures.js';
import type { Figures } from './figures.js';
import { LivingNodesRepository } from './living-nodes.repository.js';
import type { LivingNode } from './living-nodes.repository.js';
import { STEP_MS, STEP_SECONDS } from './sample-ring.js';

/** A running node with its last sample. The last three are null while no sample of the node arrives here. */
export interface NodeFigures {
  readonly id: string;
  readonly started_at: string;
  readonly version: string | null;
  readonly sampled_at: string | null;
  readonly last: Figures | null;
}

/** The figures of this moment. */
export interface PresentFigures {
  readonly at: string;
  /** The oldest first. */
  readonly nodes: readonly NodeFigures[];
  /** Of all nodes together. */
  readonly total: Figures;
  /** The counts of the database; null while it is counted for the first time. */
  readonly deployment: DeploymentCounts | null;
}

/** A value for each step. */
export type FigureSeries = {
  readonly [Name in keyof Figures]: readonly (number | null)[];
};

/** The figures of the last hour, or since the start of the node that answers. */
export interface FigureHistory {
  readonly step_seconds: number;
  /** The time of the first value of each series; the next one is a step later. */
  readonly from: string;
  /** The number of nodes whose samples each value is made of. */
  readonly nodes: readonly number[];
  readonly series: FigureSeries;
}

@Injectable()
export class FiguresService {
  constructor(
    private readonly living: LivingNodesRepository,
    private readonly cluster: ClusterFigures,
    private readonly counts: DeploymentCountsService,
  ) {}

  async present(): Promise<PresentFigures> {
    const nodes = (await this.living.list()).map((node) => this.nodeOf(node));
    return {
      at: new Date().toISOString(),
      nodes,
      total: combined(nodes.map(({ last }) => last).filter((figures) => figures !== null)),
      deployment: await this.counts.read(),
    };
  }

  /**
   * @param node the id of a node; undefined: all together
   * @throws Refusal 4004
   */
  history(node: string | undefined): FigureHistory {
    const history = this.cluster.history(node);
    if (!history) throw notFound('No samples of this node are known.');
    return answerOf(history);
  }

  private nodeOf({ id, startedAt }: LivingNode): NodeFigures {
    const known = this.cluster.node(id);
    return {
      id,
      started_at: startedAt.toISOString(),
      version: known?.version ?? null,
      sampled_at: known ? new Date(known.sampledAt).toISOString() : null,
      last: known?.last ?? null,
    };
  }
}

const answerOf = ({ from, samples }: SampleHistory): FigureHistory => ({
  step_seconds: STEP_SECONDS,
  from: new Date(from * STEP_MS).toISOString(),
  nodes: samples.map(({ nodes }) => nodes),
  series: eachFigure((name) => samples.map(({ figures }) => figures[name])),
});

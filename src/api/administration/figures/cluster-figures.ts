import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Hub } from '@parley/realtime/hub';

import { version } from '../../../platform/package/package-info.js';
import { combined, figuresIn } from './figures.js';
import type { Figures } from './figures.js';
import { SampleRing, STEP_MS, stepAt, STEPS } from './sample-ring.js';

const TOPIC = 'figures.sample';
/** The most nodes whose samples are kept. */
const MOST_NODES = 100;
/** A node is silent after this time without a sample. */
const SILENT_MS = 3 * STEP_MS;
const FORGOTTEN_MS = STEPS * STEP_MS;
/** The samples of one step arrive within this time. */
const ARRIVAL_MS = 1_000;

interface Packet {
  readonly node: string;
  readonly version: string;
  readonly step: number;
  readonly figures: unknown;
}

/** Whether a packet has the form of this release. */
function isPacket(packet: unknown): packet is Packet {
  const { node, version: release, step } = packet as Partial<Record<keyof Packet, unknown>>;
  return typeof node === 'string' && typeof release === 'string' && Number.isSafeInteger(step);
}

/** The state of a node, as far as this node knows it. */
export interface KnownNode {
  readonly version: string;
  /** Milliseconds since 1970, by the clock of this node. */
  readonly sampledAt: number;
  readonly last: Figures;
}

class NodeSamples {
  readonly ring = new SampleRing();
  private readonly steps = new StepsOfNode();

  constructor(public known: KnownNode) {}

  add(step: number, known: KnownNode): void {
    this.known = known;
    this.ring.add(this.steps.here(step, stepAt(known.sampledAt)), known.last);
  }
}

/** Samples of successive steps. */
export interface SampleHistory {
  /** The first step. */
  readonly from: number;
  readonly samples: readonly { readonly nodes: number; readonly figures: Figures }[];
}

/**
 * The samples of all nodes of the last hour, in the memory of each node. A node publishes its own to all. It knows
 * those that arrived since its start; those of an outage of Redis are lost to the others.
 */
@Injectable()
export class ClusterFigures implements OnModuleInit {
  private readonly nodes = new Map<string, NodeSamples>();

  constructor(private readonly hub: Hub) {}

  onModuleInit(): void {
    this.hub.subscribe(TOPIC, (packet) => {
      if (isPacket(packet)) this.arrived(packet);
    });
  }

  publish(step: number, figures: Figures): void {
    this.hub.publishToNodes(TOPIC, { node: this.hub.nodeId, version, step, figures } satisfies Packet);
  }

  /** Whether this node counts for the whole deployment: of the nodes that are not silent, it is the first by id. */
  get isFirst(): boolean {
    const others = [...this.nodes].filter(([, { known }]) => !isSilent(known));
    return others.every(([id]) => this.hub.nodeId <= id);
  }

  /** Undefined: it is not known, or it is silent. */
  node(id: string): KnownNode | undefined {
    const known = this.nodes.get(id)?.known;
    return known && !isSilent(known) ? known : undefined;
  }

  /**
   * The last hour, as far as this node knows it.
   * @param node the id of a node, perhaps of one that has ended; undefined: all together
   * @returns undefined if the node is not known
   */
  history(node?: string): SampleHistory | undefined {
    const of = this.nodes.get(node ?? this.hub.nodeId);
    const last = Math.floor((Date.now() - ARRIVAL_MS) / STEP_MS);
    const from = of?.ring.firstSince(last - STEPS + 1, last);
    if (node !== undefined && !of) return undefined;
    if (!of || from === undefined) return { from: last + 1, samples: [] };
    const rings = node === undefined ? [...this.nodes.values()].map(({ ring }) => ring) : [of.ring];
    const steps = Array.from({ length: last - from + 1 }, (_, at) => from + at);
    return { from, samples: steps.map((step) => sampleAt(step, rings)) };
  }

  private arrived({ node, version: release, step, figures }: Packet): void {
    const known = { version: release, sampledAt: Date.now(), last: figuresIn(figures) };
    const samples = this.nodes.get(node) ?? new NodeSamples(known);
    samples.add(step, known);
    // The nodes are ordered by their last samples.
    this.nodes.delete(node);
    this.dropSilent();
    this.nodes.set(node, samples);
  }

  /** Drops nodes that have been silent for an hour, and of too many those that have been silent longest. */
  private dropSilent(): void {
    for (const [id, { known }] of this.nodes) {
      const isForgotten = Date.now() - known.sampledAt > FORGOTTEN_MS;
      if (id !== this.hub.nodeId && (isForgotten || this.nodes.size >= MOST_NODES)) this.nodes.delete(id);
    }
  }
}

const isSilent = ({ sampledAt }: KnownNode): boolean => Date.now() - sampledAt > SILENT_MS;

function sampleAt(step: number, rings: readonly SampleRing[]): SampleHistory['samples'][number] {
  const all = rings.map((ring) => ring.at(step)).filter((figures) => figures !== undefined);
  return { nodes: all.length, figures: combined(all) };
}

/**
 * The steps of this node that belong to those of another node. Clocks may differ: each sample gets a step of its own, which
 * is at most one beside that of its arrival.
 */
export class StepsOfNode {
  private difference = 0;

  /** @param step by the clock of the other node @param now the step of the arrival, by the clock of this node */
  here(step: number, now: number): number {
    if (Math.abs(step + this.difference - now) > 1) this.difference = now - step;
    return step + this.difference;
  }
}

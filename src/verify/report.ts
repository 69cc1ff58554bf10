import { FAULT_KINDS } from './ledger/fault.js';
import type { Fault, FaultKind } from './ledger/fault.js';
import type { Latency } from './ledger/latencies.js';
import type { Judgement } from './ledger/ledger.js';

/** What an operator, or a program, reads at the end. */
export interface Report extends Readonly<Record<FaultKind, number>> {
  /** Every promise held, and all of it could be judged. */
  readonly kept: boolean;
  /** With it the crowd makes the same choices again. */
  readonly seed: number;
  readonly seconds: number;
  readonly users: number;
  readonly devices: number;
  readonly rooms: number;
  readonly accepted: number;
  readonly delivered: number;
  readonly resent: number;
  readonly reconnects: number;
  readonly refused: number;
  /** Milliseconds from sending to another device's hearing it. */
  readonly latency_ms: Latency;
  /** Milliseconds from sending to the answer. */
  readonly answer_ms: Latency;
  readonly faults: readonly Fault[];
  /** What could not be judged, each in a sentence. */
  readonly unverified: readonly string[];
  /** What happened on the way that breaks no promise, and how often. */
  readonly remarks: Readonly<Record<string, number>>;
}

/** What is known of a run beside what its ledger says. */
export interface Circumstances extends Pick<
  Report,
  'seed' | 'seconds' | 'users' | 'devices' | 'rooms' | 'reconnects' | 'refused' | 'unverified' | 'remarks'
> {
  readonly judgement: Judgement;
}

export function reportOf({ judgement, ...around }: Circumstances): Report {
  const { accepted, delivered, resent, latency, faults, stranded } = judgement;
  const count = (kind: FaultKind): number => faults.filter((fault) => fault.kind === kind).length;
  const unverified = [
    ...around.unverified,
    ...(accepted === 0 ? ['No message was accepted, so there is nothing to judge.'] : []),
    ...(stranded.length > 0 ? [`Not connected at the end, so not judged: ${stranded.join(', ')}.`] : []),
  ];
  return {
    kept: faults.length === 0 && unverified.length === 0,
    seed: around.seed,
    seconds: around.seconds,
    users: around.users,
    devices: around.devices,
    rooms: around.rooms,
    accepted,
    delivered,
    lost: count('lost'),
    doubled: count('doubled'),
    out_of_order: count('out_of_order'),
    wrong: count('wrong'),
    resent,
    reconnects: around.reconnects,
    refused: around.refused,
    latency_ms: latency.others,
    answer_ms: latency.own,
    faults,
    unverified,
    remarks: around.remarks,
  };
}

/** The faults of each kind that there are any of. */
export function faultsByKind(faults: readonly Fault[]): [FaultKind, Fault[]][] {
  return FAULT_KINDS.map((kind): [FaultKind, Fault[]] => [kind, faults.filter((fault) => fault.kind === kind)]).filter(
    ([, found]) => found.length > 0,
  );
}

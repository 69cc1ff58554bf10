import { FAULT_KINDS } from './ledger/fault.js';
import type { Fault, FaultKind } from './ledger/fault.js';
import type { Latency } from './ledger/latencies.js';
import type { Judgement } from './ledger/ledger.js';

/** The report of a run, which `--json` prints. */
export interface Report extends Readonly<Record<FaultKind, number>> {
  /** Whether every promise was kept and could be checked. */
  readonly kept: boolean;
  /** The seed of the random choices. */
  readonly seed: number;
  readonly seconds: number;
  readonly users: number;
  readonly devices: number;
  readonly rooms: number;
  readonly accepted: number;
  /** Messages that were to be sent later; 0 if the run is too short for the deployment's shortest time. */
  readonly scheduled: number;
  readonly delivered: number;
  /** Accepted messages that the database has lost, as their clients know; 0 unless such losses are permitted. */
  readonly announced_losses: number;
  readonly resent: number;
  readonly reconnects: number;
  readonly refused: number;
  /** Milliseconds from the send to the delivery to another device. */
  readonly latency_ms: Latency;
  /** Milliseconds from the send to the answer. */
  readonly answer_ms: Latency;
  readonly faults: readonly Fault[];
  /** The parts that could not be checked, as sentences. */
  readonly unverified: readonly string[];
  /** The number of occurrences of events that break no promise. */
  readonly remarks: Readonly<Record<string, number>>;
}

/** The data of a run for the report. */
export interface Circumstances extends Pick<
  Report,
  'seed' | 'seconds' | 'users' | 'devices' | 'rooms' | 'reconnects' | 'refused' | 'unverified' | 'remarks'
> {
  readonly judgement: Judgement;
}

export function reportOf({ judgement, ...context }: Circumstances): Report {
  const { accepted, scheduled, announcedLosses, delivered, resent, latency, faults, stranded } = judgement;
  const count = (kind: FaultKind): number => faults.filter((fault) => fault.kind === kind).length;
  const unverified = [
    ...context.unverified,
    ...(accepted === 0 ? ['No message was accepted, so nothing could be checked.'] : []),
    ...(stranded.length > 0 ? [`Not connected at the end, so not checked: ${stranded.join(', ')}.`] : []),
  ];
  return {
    kept: faults.length === 0 && unverified.length === 0,
    seed: context.seed,
    seconds: context.seconds,
    users: context.users,
    devices: context.devices,
    rooms: context.rooms,
    accepted,
    scheduled,
    delivered,
    announced_losses: announcedLosses,
    lost: count('lost'),
    doubled: count('doubled'),
    out_of_order: count('out_of_order'),
    wrong: count('wrong'),
    resent,
    reconnects: context.reconnects,
    refused: context.refused,
    latency_ms: latency.others,
    answer_ms: latency.own,
    faults,
    unverified,
    remarks: context.remarks,
  };
}

/** The faults by kind, without kinds that do not occur. */
export function faultsByKind(faults: readonly Fault[]): [FaultKind, Fault[]][] {
  return FAULT_KINDS.map((kind): [FaultKind, Fault[]] => [kind, faults.filter((fault) => fault.kind === kind)]).filter(
    ([, found]) => found.length > 0,
  );
}

import { printable, table } from '../../../../src/api/cli/support/table.js';
import { styled } from '../../../../src/platform/logging/terminal-style.js';
import type { Fault, FaultKind } from '../ledger/fault.js';
import type { Latency } from '../ledger/latencies.js';
import { faultsByKind } from '../report.js';
import type { Report } from '../report.js';

const MOST_LINES = 10;

const TITLES: Readonly<Record<FaultKind, string>> = {
  lost: 'Lost',
  doubled: 'Doubled',
  out_of_order: 'Out of order',
  wrong: 'Wrong',
};

export function reportText(report: Report): string {
  const parts = [
    table(['METRIC', 'VALUE'], lines(report)),
    ...faultsByKind(report.faults).map(([kind, faults]) => faultLines(kind, faults)),
    report.unverified.join('\n'),
    remarkLines(report.remarks),
    verdict(report),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const lines = (report: Report): string[][] => [
  line('accepted', report.accepted),
  ...(report.scheduled > 0 ? [line('scheduled', report.scheduled)] : []),
  line('delivered', report.delivered),
  line('lost', report.lost),
  ...(report.announced_losses > 0 ? [line('announced losses', report.announced_losses)] : []),
  line('doubled', report.doubled),
  line('out of order', report.out_of_order),
  line('wrong', report.wrong),
  line('resent', report.resent),
  line('reconnects', report.reconnects),
  line('refused', report.refused),
  ['latency p50/p99/max', milliseconds(report.latency_ms)],
  ['answer p50/p99/max', milliseconds(report.answer_ms)],
];

const line = (what: string, count: number): string[] => [what, String(count)];

const milliseconds = ({ p50, p99, max }: Latency): string =>
  `${[p50, p99, max].map((each) => (each === null ? '-' : String(each))).join(' / ')} ms`;

function faultLines(kind: FaultKind, faults: readonly Fault[]): string {
  const more = faults.length - MOST_LINES;
  return [
    `${TITLES[kind]}:`,
    ...faults.slice(0, MOST_LINES).map(faultLine),
    ...(more > 0 ? [`  and ${String(more)} more (--json prints all of them)`] : []),
  ].join('\n');
}

function faultLine({ what, room_id: room, who, seq, message_id: message }: Fault): string {
  const where = [
    `room ${room}`,
    ...(seq === undefined ? [] : [`seq ${String(seq)}`]),
    ...(message === undefined ? [] : [`message ${message}`]),
  ].join(', ');
  return printable(`  ${who}: ${what} (${where})`);
}

function remarkLines(remarks: Report['remarks']): string {
  const noted = Object.entries(remarks).map(([what, count]) => printable(`  ${what}: ${String(count)}`));
  return noted.length > 0 ? ['Remarks:', ...noted].join('\n') : '';
}

function verdict({ kept, faults, seconds, users, devices, rooms, seed }: Report): string {
  const who = `${String(users)} users with ${String(devices)} devices in ${String(rooms)} rooms`;
  const run = `${who}, ${String(seconds)} s, seed ${String(seed)}`;
  if (kept) return styled('green', `Every promise was kept (${run}).`);
  if (faults.length > 0) return styled('red', `Promises were broken (${run}).`);
  return styled('yellow', `Not everything could be checked (${run}).`);
}

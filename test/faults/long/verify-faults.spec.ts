import { FaultInjectingProxy } from '../../support/fault-injecting-proxy.js';
import type { FrameFaults } from '../../support/fault-injecting-proxy.js';
import {
  answersWithAnother,
  doubles,
  drops,
  dropsPrivateChanges,
  stripsKeys,
  swallows,
  swallowsVotes,
  swaps,
} from '../../support/frame-faults.js';
import { Service } from '../../support/service.js';
import { runVerify } from '../../support/verify-run.js';

let parley: Service;

beforeAll(async () => {
  parley = await Service.start();
});
afterAll(() => parley.stop());

async function verifiedThrough(faults: () => FrameFaults, ...options: string[]): ReturnType<typeof runVerify> {
  const proxy = await FaultInjectingProxy.before(parley.url, faults);
  try {
    return await runVerify(parley.serviceData, proxy.url, ...options);
  } finally {
    await proxy.close();
  }
}

describe('parley verify through a proxy', () => {
  it('that passes all frames on finds no fault', async () => {
    const { code, report } = await verifiedThrough(() => ({}));
    expect(report).toMatchObject({ lost: 0, doubled: 0, out_of_order: 0, wrong: 0, faults: [], unverified: [] });
    expect(code).toBe(0);
  });

  it.each([
    ['drops frames', 'lost', drops],
    ['acknowledges a message without storing it', 'lost', swallows()],
    ['doubles frames', 'doubled', doubles],
    ['removes client_message_id, so that a retry is stored again', 'doubled', stripsKeys],
    ['reorders frames', 'out_of_order', swaps],
    ['answers a retry with another message', 'wrong', answersWithAnother],
  ] as const)('that %s reports the fault as %s', async (_, kind, faults) => {
    const { code, report } = await verifiedThrough(faults);
    expect(report[kind]).toBeGreaterThan(0);
    expect(report.faults.map((fault) => fault.kind)).toContain(kind);
    expect(report.kept).toBe(false);
    expect(code).toBe(1);
  });

  it('that drops private changes reports them as lost', async () => {
    const { report } = await verifiedThrough(dropsPrivateChanges, '--rate', '60', '--minutes', '0.25');
    expect(report.faults.length).toBeGreaterThan(0);
    for (const { kind, what } of report.faults) expect(`${kind}: ${what}`).toMatch(/^lost: .*private/);
  });

  it('that acknowledges votes without storing them reports them as lost', async () => {
    const { report } = await verifiedThrough(swallowsVotes, '--rate', '60', '--minutes', '0.1');
    const faults = report.faults.map(({ kind, what }) => `${kind}: ${what}`);
    expect(faults).toContainEqual(expect.stringMatching(/^lost: .* vote/));
    // The proxy acknowledges votes after the close of their poll too.
    for (const fault of faults) expect(fault).toMatch(/^lost: .* vote|^wrong: .* vote .* after the close$/);
  });
});

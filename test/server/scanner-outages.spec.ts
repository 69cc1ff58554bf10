import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { violatedInvariants } from '../support/invariants.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { StandInClamd } from '../support/stand-in-clamd.js';
import { attachmentIn, FileClient, sendFiles, textFile } from '../support/uploads.js';

let serviceData: ServiceData;
let clamd: StandInClamd;
let parley: Service;
let alice: TestUser;
let bob: TestUser;
let room: Room;
let device: ChatClient;

beforeAll(async () => {
  serviceData = await newServiceData();
  clamd = await StandInClamd.start();
  parley = await Service.start({ CLAMD_ADDRESS: clamd.address }, serviceData);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  device = await alice.connect();
  const request = { type: 'GroupChat', name: 'Friends', participants: [bob.id] };
  room = (await device.request('room.create', request)).data;
});
beforeEach(() => {
  clamd.fault = undefined;
});
afterEach(async () => {
  const database = await connected(serviceData);
  await expect(violatedInvariants(database)).resolves.toEqual({});
  await database.end();
});
afterAll(async () => {
  await parley.stop();
  await clamd.close();
  await serviceData.remove();
});

interface Health {
  readonly status: string;
  readonly details: Readonly<Record<string, { readonly status: string; readonly message?: string }>>;
}

const health = async (): Promise<Health> => (await (await fetch(new URL('/health', parley.url))).json()) as Health;

const isDegraded = async (): Promise<boolean> => (await health()).details.scanner?.status === 'degraded';

/** Alice sends a file. @returns its id */
async function sends(text: string): Promise<string> {
  const id = await new FileClient(parley, alice).upload(room.id, textFile(text));
  const message = await sendFiles(device, room.id, id);
  expect(attachmentIn(message).state).toBe('pending');
  return id;
}

const statusOf = async (id: string): Promise<number> =>
  (await new FileClient(parley, bob).read(`/api/files/${id}`)).status;

const becomesReadable = (id: string): Promise<void> => eventually(async () => (await statusOf(id)) === 200);

/** As the time of a lease or of a pause passes. */
async function timePasses(): Promise<void> {
  const database = await connected(serviceData);
  await database.query('UPDATE uploads SET scan_after = statement_timestamp() WHERE scan_after IS NOT NULL');
  await database.end();
}

async function restart(signal: NodeJS.Signals, env = {}): Promise<void> {
  await device.close().catch(() => undefined);
  await parley.restart(signal, env);
  device = await alice.connect();
}

describe('while the scanner is away', () => {
  it('files wait for it, operators see it, and files are scanned once it is back', async () => {
    await eventually(async () => (await health()).details.scanner?.status === 'up');
    await expect(metric(parley, 'parley_scanner_up')).resolves.toBe(1);
    await clamd.close();
    const id = await sends('minutes');
    await eventually(isDegraded);
    const { status, details } = await health();
    expect([status, details.scanner]).toEqual([
      'degraded',
      { status: 'degraded', message: 'It does not answer: new files wait for it, and nobody can read them.' },
    ]);
    await expect(metric(parley, 'parley_scanner_up')).resolves.toBe(0);
    await expect(metric(parley, 'parley_scans_waiting')).resolves.toBe(1);
    await expect(metric(parley, 'parley_scans_total{outcome="away"}')).resolves.toBeGreaterThan(0);
    await expect(statusOf(id)).resolves.toBe(404);
    await clamd.open();
    await becomesReadable(id);
    await expect(metric(parley, 'parley_scans_total{outcome="clean"}')).resolves.toBe(1);
    await expect(metric(parley, 'parley_scans_waiting')).resolves.toBe(0);
    expect((await health()).details.scanner?.status).toBe('up');
    expect(parley.output.match(/The scanner does not answer/g)).toHaveLength(1);
    expect(parley.output).toContain('The scanner answers again');
  });
});

it('a file on which the scanner has no verdict waits, and operators see why', async () => {
  clamd.fault = 'refuses the size';
  const id = await sends('large');
  await eventually(async () => (await metric(parley, 'parley_scans_total{outcome="failed"}')) > 0);
  expect((await health()).details.scanner).toMatchObject({ status: 'degraded' });
  expect(parley.output).toMatch(
    new RegExp(`File ${id} waits, because it cannot be scanned: It replies: INSTREAM size limit exceeded`),
  );
  await expect(metric(parley, 'parley_scanner_up')).resolves.toBe(1);
  clamd.fault = undefined;
  await timePasses();
  await becomesReadable(id);
});

it('a file whose scan a kill interrupts is scanned after it', async () => {
  const release = clamd.hold();
  const id = await sends('interrupted');
  await eventually(() => clamd.scanned.includes('interrupted'));
  await restart('SIGKILL');
  release();
  await expect(statusOf(id)).resolves.toBe(404);
  await timePasses();
  await becomesReadable(id);
});

it('a stop does not wait for a scan, and the next start finds the scanner as soon as it is there', async () => {
  const release = clamd.hold();
  const id = await sends('stopped');
  await eventually(() => clamd.scanned.includes('stopped'));
  await parley.kill('SIGTERM');
  release();
  await clamd.close();
  await parley.begin();
  await eventually(isDegraded);
  await clamd.open();
  await eventually(async () => !(await isDegraded()));
  await becomesReadable(id);
  device = await alice.connect();
});

it('files that wait can be read after a start without a scanner, which the log says', async () => {
  const release = clamd.hold();
  const id = await sends('released');
  await restart('SIGTERM', { CLAMD_ADDRESS: undefined });
  await becomesReadable(id);
  expect(parley.output).toMatch(/files that waited for a scan can be read without one: 1/);
  expect((await health()).details).not.toHaveProperty('scanner');
  const next = await new FileClient(parley, alice).upload(room.id, textFile('next'));
  expect(attachmentIn(await sendFiles(device, room.id, next)).state).toBe('ready');
  release();
});

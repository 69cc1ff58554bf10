import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import { proxyProgram } from '../../servers/programs.js';
import { startServer } from '../../servers/start-server.js';
import { eventually } from '../../support/eventually.js';
import { metric } from '../../support/metrics.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';
import { attachmentIn, FileClient, longTextFile, sendFiles, textFile } from '../../support/uploads.js';
import type { TestFile } from '../../support/uploads.js';

const VIRUS = 'parley-test-virus';
/** Below MAX_UPLOAD_BYTES. */
const STREAM_MAX_LENGTH = 1_000_000;

let serviceData: ServiceData;
let clamd: Awaited<ReturnType<typeof startServer>>;
let parley: Service;
let alice: TestUser;
let roomId: string;

beforeAll(async () => {
  serviceData = await newServiceData();
  clamd = await startClamd(join(serviceData.folder, 'clamd'));
  parley = await Service.start({ CLAMD_ADDRESS: `127.0.0.1:${String(clamd.port)}` }, serviceData);
  ({ alice } = await users(parley, 'alice'));
  const device = await alice.connect();
  roomId = (await device.request('room.create', { type: 'GroupChat', name: 'x', participants: [] })).data.id;
  await device.close();
});
afterAll(async () => {
  await parley.stop();
  await clamd.stop();
  await serviceData.remove();
});

/** A clamd with one signature of its own, which downloads nothing. */
function startClamd(folder: string): ReturnType<typeof startServer> {
  mkdirSync(folder);
  const signature = Buffer.from(VIRUS).toString('hex');
  writeFileSync(join(folder, 'parley.ndb'), `Parley.Test.Virus:0:*:${signature}\n`);
  const file = join(folder, 'clamd.conf');
  return startServer({
    command: (port) => {
      const settings = [
        `TCPSocket ${String(port)}`,
        'TCPAddr 127.0.0.1',
        `DatabaseDirectory ${folder}`,
        'Foreground yes',
        `TemporaryDirectory ${folder}`,
        `StreamMaxLength ${String(STREAM_MAX_LENGTH)}`,
        'OfficialDatabaseOnly no',
      ];
      writeFileSync(file, `${settings.join('\n')}\n`);
      return [proxyProgram('clamd') ?? 'clamd', '--config-file', file];
    },
    answers,
  });
}

/** Whether it has read its signatures: it listens before that. */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write('zPING\0');
    const [reply] = (await once(socket, 'data')) as [Buffer];
    return reply.toString() === 'PONG\0';
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** @returns the state of the file in the end */
async function scanned(file: TestFile): Promise<string> {
  const client = new FileClient(parley, alice);
  const id = await client.upload(roomId, file);
  let state = 'pending';
  await eventually(async () => {
    ({ state } = (await client.pending(id)).body);
    return state !== 'pending';
  });
  return state;
}

describe('clamd of ClamAV', () => {
  it('finds files clean, of no more bytes than it takes', async () => {
    await expect(scanned(textFile('minutes of the meeting'))).resolves.toBe('ready');
    await expect(scanned(longTextFile(STREAM_MAX_LENGTH))).resolves.toBe('ready');
  });

  it('has a file blocked that has a signature, at its beginning or at its end', async () => {
    await expect(scanned(textFile(`${VIRUS} and more`))).resolves.toBe('blocked');
    const long = longTextFile(900_000).bytes.toString();
    await expect(scanned(textFile(`${long}${VIRUS}`))).resolves.toBe('blocked');
    const blocked = await parley.parley('files', 'list', '--state', 'blocked', '--json');
    expect(blocked).toMatchObject([
      { signature: 'Parley.Test.Virus.UNOFFICIAL' },
      { signature: 'Parley.Test.Virus.UNOFFICIAL' },
    ]);
  });

  it('refuses a file that is too large for it, which waits, and operators see why', async () => {
    const id = await new FileClient(parley, alice).upload(roomId, longTextFile(5 * STREAM_MAX_LENGTH));
    await eventually(() => parley.output.includes('INSTREAM size limit exceeded'));
    await expect(metric(parley, 'parley_scanner_up')).resolves.toBe(1);
    await expect(metric(parley, 'parley_scans_waiting')).resolves.toBe(1);
    const device = await alice.connect();
    expect(attachmentIn(await sendFiles(device, roomId, id)).state).toBe('pending');
    await device.close();
    expect((await new FileClient(parley, alice).read(`/api/files/${id}`)).status).toBe(404);
  });

  it('that ends is away, and files wait', async () => {
    await clamd.stop();
    await new FileClient(parley, alice).upload(roomId, textFile('late'));
    await eventually(async () => (await metric(parley, 'parley_scanner_up')) === 0);
    expect(parley.output).toContain('The scanner does not answer');
  });
});

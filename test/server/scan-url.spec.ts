import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { outcomeOf } from '../support/command.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { violatedInvariants } from '../support/invariants.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { FileClient, sendFiles, textFile } from '../support/uploads.js';

type Answer = (response: ServerResponse) => void;

const INFECTED = 'infected';
/** With a secret, which no log has. */
const PATH = '/scan?key=hunter2';

let scanner: Server;
/** In place of a true verdict on a file. */
let answer: Answer | undefined;
/** The requests other than those for verdicts. */
let followed: string[];
let parley: Service;
let alice: TestUser;
let bob: TestUser;
let room: Room;
let device: ChatClient;

const json =
  (body: string): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(body);

const CLEAN = json('{"clean": true}');
const BLOCKED = json('{"clean": false, "signature": "Of the operator"}');

beforeAll(async () => {
  scanner = createServer((request, response) => {
    void text(request).then((bytes) => {
      if (request.method === 'POST' && request.url === PATH)
        (answer ?? (bytes === INFECTED ? BLOCKED : CLEAN))(response);
      else {
        followed.push(request.url!);
        CLEAN(response);
      }
    });
  });
  await once(scanner.listen(0, '127.0.0.1'), 'listening');
  const { port } = scanner.address() as AddressInfo;
  parley = await Service.start({ SCAN_URL: `http://127.0.0.1:${String(port)}${PATH}` });
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  device = await alice.connect();
  room = (await device.request('room.create', { type: 'GroupChat', name: 'Friends', participants: [bob.id] })).data;
});
beforeEach(() => {
  answer = undefined;
  followed = [];
});
afterEach(async () => {
  const database = await connected(parley.serviceData);
  await expect(violatedInvariants(database)).resolves.toEqual({});
  await database.end();
});
afterAll(async () => {
  expect(parley.output).toMatch(/File \S+ of user \d+ is blocked: Of the operator/);
  expect(parley.output).not.toContain('hunter2');
  await parley.stop();
  scanner.closeAllConnections();
  scanner.close();
});

/** Alice sends a file. @returns its id */
async function sends(content: string): Promise<string> {
  const id = await new FileClient(parley, alice).upload(room.id, textFile(content));
  await sendFiles(device, room.id, id);
  return id;
}

const statusOf = async (id: string): Promise<number> =>
  (await new FileClient(parley, bob).read(`/api/files/${id}`)).status;

const outcomes = (outcome: string): Promise<number> => metric(parley, `parley_scans_total{outcome="${outcome}"}`);

/** The state of a file once the scanner tells the truth, after the pause before the next scan. */
async function trueStateOf(id: string): Promise<string> {
  answer = undefined;
  const database = await connected(parley.serviceData);
  await database.query('UPDATE uploads SET scan_after = statement_timestamp() WHERE scan_after IS NOT NULL');
  await database.end();
  const { data } = await device.receive('attachment.dispatch', ({ data: changed }) => changed.attachment.id === id);
  return data.attachment.state!;
}

describe('a scanner at SCAN_URL', () => {
  it.each<[string, 'away' | 'failed', Answer]>([
    ['the page of a proxy', 'failed', json('<html>{"clean": true}</html>')],
    ['a text in place of a boolean', 'failed', json('{"clean": "true"}')],
    ['clean and a status that is not 200', 'failed', (response) => response.writeHead(201).end('{"clean": true}')],
    ['an address that says clean', 'failed', (response) => response.writeHead(307, { location: '/clean' }).end()],
    ['clean and status 500', 'away', (response) => response.writeHead(500).end('{"clean": true}')],
    [
      'clean, and ends the connection before the end of its answer',
      'away',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"clean": true}', () => response.destroy());
      },
    ],
  ])('that answers with %s makes an infected file wait, unread, until it is blocked', async (_, outcome, lie) => {
    const before = await outcomes(outcome);
    answer = lie;
    const id = await sends(INFECTED);
    await eventually(async () => (await outcomes(outcome)) > before);
    await expect(statusOf(id)).resolves.toBe(404);
    await expect(metric(parley, 'parley_scanner_up')).resolves.toBe(Number(outcome === 'failed'));
    await expect(trueStateOf(id)).resolves.toBe('blocked');
    expect(followed).toEqual([]);
  });

  it('that is slow delays only the file that it scans', async () => {
    const held: ServerResponse[] = [];
    answer = (response) => {
      // The beginning of an answer is no verdict.
      response.writeHead(200).write('{"clean": ');
      held.push(response);
    };
    const slow = await sends('slow');
    await eventually(() => held.length === 1);
    answer = undefined;
    const bobs = await new FileClient(parley, bob).upload(room.id, textFile('quick'));
    await eventually(async () => (await new FileClient(parley, bob).pending(bobs)).body.state === 'ready');
    await expect(statusOf(slow)).resolves.toBe(404);
    held[0]!.end('true}');
    await eventually(async () => (await statusOf(slow)) === 200);
  });

  it('has its verdicts in the export of a user, in which a blocked file is not a missing one', async () => {
    const client = new FileClient(parley, alice);
    const blocked = await client.upload(room.id, textFile(INFECTED));
    await eventually(async () => (await client.pending(blocked)).body.state === 'blocked');
    const held: ServerResponse[] = [];
    answer = (response) => void held.push(response);
    const pending = await sends('not scanned yet');
    await eventually(() => held.length === 1);
    const folder = join(parley.serviceData.folder, 'export');
    const words = ['users', 'export', alice.username, '--files', folder];
    const { stdout, stderr } = await outcomeOf(parley.serviceData, ...words);
    const { files } = JSON.parse(stdout) as { files: { id: string }[] };
    const shown = [blocked, pending].map((id) => files.find((file) => file.id === id));
    expect(shown).toMatchObject([
      { state: 'blocked', signature: 'Of the operator' },
      { state: 'pending', signature: null },
    ]);
    expect(stderr).toMatch(/^Copied \d+ files? \(\d+ bytes\) to \S+\.\n$/);
    expect(readFileSync(join(folder, `${pending}.txt`), 'utf8')).toBe('not scanned yet');
    expect(existsSync(join(folder, `${blocked}.txt`))).toBe(false);
    const purged = await parley.parley('files', 'purge', '--orphans', '--dry-run');
    expect(purged).toMatchObject({ missing: 0 });
    CLEAN(held[0]!);
    await eventually(async () => (await statusOf(pending)) === 200);
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
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
      if (request.method === 'POST' && request.url === '/scan')
        (answer ?? (bytes === INFECTED ? BLOCKED : CLEAN))(response);
      else {
        followed.push(request.url!);
        CLEAN(response);
      }
    });
  });
  await once(scanner.listen(0, '127.0.0.1'), 'listening');
  const { port } = scanner.address() as AddressInfo;
  parley = await Service.start({ SCAN_URL: `http://127.0.0.1:${String(port)}/scan` });
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

  it('blocks a file that is not sent yet, with the name that it has given', async () => {
    const id = await new FileClient(parley, alice).upload(room.id, textFile(INFECTED));
    await eventually(async () => (await new FileClient(parley, alice).pending(id)).body.state === 'blocked');
    await expect(parley.parley('files', 'show', id)).resolves.toMatchObject({
      ...{ state: 'blocked', signature: 'Of the operator' },
    });
  });
});

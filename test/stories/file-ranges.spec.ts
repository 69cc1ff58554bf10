import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { FileClient, textFile } from '../support/uploads.js';

/** Several parts of the memory of a reader. */
const LINES = 400_000;
const READERS = 24;

let parley: Service;
let alice: TestUser;
const files: { readonly id: string; readonly bytes: Buffer }[] = [];

/** A text whose lines are found in no other place of any file. */
const numbered = (first: number): string =>
  Array.from({ length: LINES }, (_, at) => `${String(first + at).padStart(7, '0')}\n`).join('');

beforeAll(async () => {
  parley = await sharedService();
  ({ alice } = await users(parley, 'alice'));
  const device = await alice.connect();
  const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'Files', participants: [] });
  await device.close();
  for (const first of [0, 1_000_000, 2_000_000]) {
    const file = textFile(numbered(first));
    files.push({
      id: await new FileClient(parley, alice).upload(room.id, file),
      bytes: Buffer.from(file.bytes),
    });
  }
});

interface Reading {
  readonly expected: Buffer;
  readonly response: Response;
  readonly stop: AbortController;
}

async function begin(at: number): Promise<Reading> {
  const { id, bytes } = files[at % files.length]!;
  const start = (at * 104_729) % (bytes.length / 2);
  const end = bytes.length - 1 - at;
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${alice.tokens.access}`, range: `bytes=${String(start)}-${String(end)}` };
  const response = await fetch(`${parley.url}/api/files/${id}`, { headers, signal: stop.signal });
  expect(response.status).toBe(206);
  return { expected: bytes.subarray(start, end + 1), response, stop };
}

async function readAll({ response, expected }: Reading): Promise<boolean> {
  const parts: Uint8Array[] = [];
  for await (const part of response.body as ReadableStream<Uint8Array>) parts.push(part);
  return Buffer.concat(parts).equals(expected);
}

it('readers who are slow, and others who leave, do not change the bytes that others read', async () => {
  // Each answer is longer than the buffers of a connection: the service waits in the middle of each.
  const readings = await Promise.all(Array.from({ length: READERS }, (_, at) => begin(at)));
  const [leaving, slow, quick] = [0, 1, 2].map((turn) => readings.filter((_, at) => at % 3 === turn));
  for (const { stop } of leaving!) stop.abort();
  expect(await Promise.all(quick!.map(readAll))).toEqual(quick!.map(() => true));
  const further = await Promise.all(quick!.map((_, at) => begin(at + READERS)));
  expect(await Promise.all([...slow!, ...further].map(readAll))).toEqual([...slow!, ...further].map(() => true));
});

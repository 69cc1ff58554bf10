import type { Message, Room } from '@parley/protocol';
import type { Client } from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { violatedInvariants } from '../support/invariants.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { StandInClamd, VIRUS } from '../support/stand-in-clamd.js';
import { StatementGate } from '../support/statement-gate.js';
import { attachmentIn, FileClient, textFile } from '../support/uploads.js';

/** A send with a file has more statements than these. */
const FEWEST_STATEMENTS = 4;

let serviceData: ServiceData;
let gate: StatementGate;
let clamd: StandInClamd;
let parley: Service;
let database: Client;
let alice: TestUser;
let phone: ChatClient;
let bobDevice: ChatClient;
let room: Room;

beforeAll(async () => {
  serviceData = await newServiceData();
  gate = await StatementGate.to(serviceData.env.DATABASE_URL!);
  clamd = await StandInClamd.start();
  parley = await Service.start({ DATABASE_URL: gate.databaseUrl, CLAMD_ADDRESS: clamd.address }, serviceData);
  database = await connected(serviceData);
  const people = await users(parley, 'alice', 'bob');
  alice = people.alice;
  [phone, bobDevice] = await Promise.all([alice.connect(), people.bob.connect()]);
  const request = { type: 'GroupChat', name: 'Friends', participants: [people.bob.id] };
  room = (await phone.request('room.create', request)).data;
  await bobDevice.receive('roomcreate.dispatch');
});
afterAll(async () => {
  gate.open();
  await database.end();
  await parley.stop();
  await gate.close();
  await clamd.close();
  await serviceData.remove();
});

async function stateOf(id: string): Promise<string> {
  const { rows } = await database.query<{ state: string }>('SELECT state FROM uploads WHERE id = $1', [id]);
  return rows[0]!.state;
}

const isDecided = async (id: string): Promise<boolean> => (await stateOf(id)) !== 'pending';

/** Whether the transaction of a verdict waits for that of the send. */
async function waits(): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rowCount !== 0;
}

/** Sends a file, and lets the scanner decide while the statement after this many others is held. */
async function race(at: number, text: string) {
  const release = clamd.hold();
  const id = await new FileClient(parley, alice).upload(room.id, textFile(text));
  const held = gate.holdAfter(at, [id, room.id]).then(() => true);
  const request = { room_id: room.id, content: '', extra_fields: { media: [{ upload_id: id }] } };
  const answered = phone.response(phone.sendRequest('message.send', request));
  const wasHeld = await Promise.race([held, answered.then(() => false)]);
  release();
  await eventually(async () => (await isDecided(id)) || (wasHeld && (await waits())));
  gate.open();
  const answer = await answered;
  await eventually(() => isDecided(id));
  return { id, answer, wasHeld };
}

/** The state of the file that Bob has received last. */
async function seenState(): Promise<string | null> {
  const { data } = await bobDevice.receive('message.dispatch');
  const { state } = attachmentIn(data);
  if (state !== 'pending') return state;
  return (await bobDevice.receive('attachment.dispatch')).data.attachment.state;
}

/** @param check what must hold after each race, whatever was first */
async function atEveryStatement(text: string, check: (result: Awaited<ReturnType<typeof race>>) => Promise<void>) {
  let at = 0;
  for (let result = await race(at, text); ; result = await race(at, text)) {
    await check(result);
    await phone.drain();
    expect(await bobDevice.drain()).toEqual([]);
    expect(await violatedInvariants(database)).toEqual({});
    if (!result.wasHeld) break;
    at += 1;
  }
  expect(at).toBeGreaterThan(FEWEST_STATEMENTS);
}

it('a file that is found clean at any statement of the send is ready for all members in the end', async () => {
  await atEveryStatement('minutes', async ({ answer }) => {
    expect(answer.error).toBeUndefined();
    await expect(seenState()).resolves.toBe('ready');
  });
});

it('a file that is blocked at any statement of the send is blocked in the message, or refused with it', async () => {
  await atEveryStatement(`a ${VIRUS}`, async ({ id, answer }) => {
    if (answer.error) {
      expect(answer.error).toMatchObject({ code: 4005, detail: 'The scanner has blocked the file.' });
    } else {
      expect((answer.data as Message).attachments).toHaveLength(1);
      await expect(seenState()).resolves.toBe('blocked');
    }
    await expect(stateOf(id)).resolves.toBe('blocked');
  });
});

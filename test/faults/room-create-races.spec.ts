import { connected } from '../support/database.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { StatementGate } from '../support/statement-gate.js';

/** BEGIN, and the insertion that conflicts with the row of the pair. */
const UNTIL_THE_ROOM_IS_READ = 2;

let serviceData: ServiceData;
let gate: StatementGate;
let parley: Service;

beforeAll(async () => {
  serviceData = await newServiceData();
  gate = await StatementGate.to(serviceData.env.DATABASE_URL!);
  parley = await Service.start({ DATABASE_URL: gate.databaseUrl }, serviceData);
});
afterAll(async () => {
  gate.open();
  await parley.stop();
  await gate.close();
  await serviceData.remove();
});

describe('room.create of a OneToOneChat', () => {
  it('creates a new room if the existing room of the pair is deleted after it was found', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const phone = await alice.connect();
    const request = { type: 'OneToOneChat', participants: [bob.id] };
    const { data: former } = await phone.request('room.create', request);
    const pair = [alice.id, bob.id].sort((one, two) => one - two).join(':');
    const held = gate.holdAfter(UNTIL_THE_ROOM_IS_READ, [pair]);
    const requestId = phone.sendRequest('room.create', request);
    await held;
    const database = await connected(serviceData);
    await database.query('BEGIN');
    await database.query('DELETE FROM room_pairs WHERE room_id = $1', [former.id]);
    await database.query('DELETE FROM rooms WHERE id = $1', [former.id]);
    await database.query('COMMIT');
    await database.end();
    gate.open();
    const answer = await phone.response(requestId);
    expect(answer.error).toBeUndefined();
    expect(answer).toMatchObject({ data: { type: 'OneToOneChat' } });
    expect((answer.data as { id: string }).id).not.toBe(former.id);
  });
});

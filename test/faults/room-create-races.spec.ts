import { connected } from '../support/database.js';
import { people } from '../support/people.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { Service } from '../support/service.js';
import { StatementGate } from '../support/statement-gate.js';

/** BEGIN, and the insertion that conflicts with the existing room of the pair. */
const UNTIL_THE_ROOM_IS_READ = 2;

let place: Place;
let gate: StatementGate;
let parley: Service;

beforeAll(async () => {
  place = await newPlace();
  gate = await StatementGate.to(place.env.DATABASE_URL!);
  parley = await Service.start({ DATABASE_URL: gate.databaseUrl }, place);
});
afterAll(async () => {
  gate.opens();
  await parley.stop();
  await gate.close();
  await place.remove();
});

describe('room.create of a OneToOneChat', () => {
  it('creates a new room if the existing room of the pair is deleted after it was found', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const phone = await alice.arrives();
    const request = { type: 'OneToOneChat', participants: [bob.id] };
    const { data: former } = await phone.ask('room.create', request);
    const pair = [alice.id, bob.id].sort((one, two) => one - two).join(':');
    const held = gate.holdsAfter(UNTIL_THE_ROOM_IS_READ, [pair]);
    const requestId = phone.asks('room.create', request);
    await held;
    const database = await connected(place);
    await database.query('DELETE FROM rooms WHERE id = $1', [former.id]);
    await database.end();
    gate.opens();
    const answer = await phone.answered(requestId);
    expect(answer.error).toBeUndefined();
    expect(answer).toMatchObject({ data: { type: 'OneToOneChat' } });
    expect((answer.data as { id: string }).id).not.toBe(former.id);
  });
});

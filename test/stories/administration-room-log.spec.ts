import type pg from 'pg';

import { Administration } from '../support/administration.js';
import { outcomeOf } from '../support/command.js';
import { connected } from '../support/database.js';
import { GroupFixture } from '../support/group-fixture.js';
import { users } from '../support/people.js';
import { numbersFrom } from '../support/received-numbers.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

interface Report {
  readonly complete: boolean;
  readonly first_seq: number | null;
  readonly last_seq: number;
  readonly highest_seq: number;
  readonly missing_count: number;
  readonly missing: readonly number[];
}

let parley: Service;
let at: GroupFixture;
let database: pg.Client;
let moderator: Administration;
let nobody: Administration;

beforeAll(async () => {
  parley = await sharedService();
  at = await GroupFixture.create(parley);
  database = await connected(parley.serviceData);
  const { erin, frank } = await users(parley, 'erin', 'frank');
  moderator = await Administration.by(parley, erin, 'moderator');
  nobody = Administration.as(parley, frank);
});
afterAll(() => database.end());
beforeEach(async () => {
  await at.drain();
  await at.createRoom();
});

const check = (): Promise<Report> => moderator.expect(moderator.get<Report>(`rooms/${at.room.id}/log/`));

/** Messages, an edit, a deletion and a change of the room. @returns the numbers of the messages, and the last number */
async function changes(): Promise<{ readonly seqs: readonly number[]; readonly last: number }> {
  const one = await at.sendAndDeliver(at.phone, 'one');
  const two = await at.sendAndDeliver(at.bobDevice, 'two');
  const three = await at.sendAndDeliver(at.carolDevice, 'three');
  const edit = { action: 'update', message_id: two.id, extra_fields: { content: 'edited' } };
  await at.bobDevice.request('message.modify', edit);
  await at.phone.request('message.modify', { action: 'delete', message_id: one.id });
  await at.phone.request('room.modify', { room_id: at.room.id, action: 'update', data: { name: 'Renamed' } });
  return { seqs: [one.seq, two.seq, three.seq], last: three.seq + 3 };
}

describe('the check of the log of a room', () => {
  it('finds no gap after messages, edits, deletions and changes of the room', async () => {
    const { last } = await changes();
    await expect(check()).resolves.toEqual({
      room_id: at.room.id,
      complete: true,
      first_seq: 1,
      last_seq: last,
      highest_seq: last,
      missing_count: 0,
      missing: [],
    });
    const { code } = await outcomeOf(parley.serviceData, 'rooms', 'check', at.room.id);
    expect(code).toBe(0);
  });

  it('finds a message, a change and the last record that are gone', async () => {
    const { seqs, last } = await changes();
    await database.query('DELETE FROM messages WHERE room_id = $1 AND seq = $2', [at.room.id, seqs[1]]);
    await database.query('DELETE FROM room_changes WHERE room_id = $1 AND seq >= $2', [at.room.id, last - 2]);
    const report = await check();
    // The deletion has a second record, which remains.
    expect(report).toMatchObject({ complete: false, last_seq: last, missing_count: 3 });
    expect(report.missing).toEqual([seqs[1], last - 2, last]);
    const { code, stdout } = await outcomeOf(parley.serviceData, 'rooms', 'check', at.room.id);
    expect([code, stdout]).toEqual([2, expect.stringContaining('3 numbers without a record')]);
  });

  it('names the first 100 of many numbers, and counts all', async () => {
    // Nodes read the numbers of rooms with connections only.
    const { heidi } = await users(parley, 'heidi');
    const device = await heidi.connect();
    const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'x', participants: [] });
    await device.close();
    await database.query('UPDATE rooms SET last_seq = last_seq + 250 WHERE id = $1', [room.id]);
    const report = await moderator.expect(moderator.get<Report>(`rooms/${room.id}/log/`));
    expect(report).toMatchObject({ complete: false, last_seq: 251, highest_seq: 1, missing_count: 250 });
    expect(report.missing).toEqual(numbersFrom(2, 101));
  });

  it('finds a record above the last number', async () => {
    const { last } = await changes();
    await database.query(`INSERT INTO room_changes (room_id, seq, kind, about) VALUES ($1, $2, 'room.updated', '{}')`, [
      at.room.id,
      last + 1,
    ]);
    await expect(check()).resolves.toMatchObject({
      complete: false,
      last_seq: last,
      highest_seq: last + 1,
      missing_count: 0,
    });
  });

  it('accepts that the records of changes from more than a day ago are gone', async () => {
    const { seqs, last } = await changes();
    await database.query(`UPDATE messages SET created_at = now() - interval '2 days' WHERE room_id = $1 AND seq < $2`, [
      at.room.id,
      seqs[2],
    ]);
    await database.query('DELETE FROM room_changes WHERE room_id = $1 AND seq < $2', [at.room.id, seqs[2]]);
    await expect(check()).resolves.toMatchObject({ complete: true, first_seq: seqs[2], last_seq: last });
    await database.query(`UPDATE messages SET created_at = now() - interval '2 days' WHERE room_id = $1`, [at.room.id]);
    await database.query('DELETE FROM room_changes WHERE room_id = $1', [at.room.id]);
    await expect(check()).resolves.toMatchObject({ complete: true, first_seq: null, last_seq: last, missing: [] });
  });

  it('needs an existing room and a role', async () => {
    expect(await nobody.get(`rooms/${at.room.id}/log/`)).toMatchObject({ status: 403 });
    expect(await moderator.get('rooms/x/log/')).toMatchObject({ status: 400 });
    expect(await moderator.get('rooms/01980000-0000-7000-8000-000000000000/log/')).toMatchObject({ status: 404 });
  });
});

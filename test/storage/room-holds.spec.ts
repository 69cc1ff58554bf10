import type pg from 'pg';

import { outcomeOf } from '../support/command.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { GroupFixture } from '../support/group-fixture.js';
import { allReceive, historyOf, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let at: GroupFixture;
let database: pg.Client;

beforeAll(async () => {
  parley = await sharedService();
  at = await GroupFixture.create(parley);
  database = await connected(parley.serviceData);
});
afterAll(() => database.end());
beforeEach(() => at.createRoom());
afterEach(() => parley.parley('rooms', 'release', at.room.id));

const hold = (id = at.room.id): Promise<unknown> => parley.parley('rooms', 'hold', id, '--reason', 'Case 7');

const refusal = { code: 4002, detail: expect.stringContaining('The operator keeps this room') as string };

const contents = async (): Promise<string[]> =>
  (await historyOf(at.laptop, at.room)).map(({ content }) => content).sort();

describe('a room that an operator holds', () => {
  it('refuses deletions and edits by its members, and takes new messages', async () => {
    const message = await at.sendAndDeliver(at.bobDevice, 'evidence');
    await hold();
    const edit = { action: 'update', message_id: message.id, extra_fields: { content: 'nothing' } };
    await expect(at.bobDevice.expectRefused('message.modify', edit)).resolves.toMatchObject(refusal);
    for (const device of [at.bobDevice, at.phone]) {
      const deletion = { action: 'delete', message_id: message.id };
      await expect(device.expectRefused('message.modify', deletion)).resolves.toMatchObject(refusal);
    }
    const end = { room_id: at.room.id, action: 'delete' };
    await expect(at.phone.expectRefused('room.modify', end)).resolves.toMatchObject(refusal);
    await at.sendAndDeliver(at.carolDevice, 'more');
    await expect(contents()).resolves.toEqual(['evidence', 'more']);
  });

  it('is left by all but its last member', async () => {
    await hold();
    for (const device of [at.bobDevice, at.carolDevice]) await device.request('room.leave', { room_id: at.room.id });
    await expect(at.phone.expectRefused('room.leave', { room_id: at.room.id })).resolves.toMatchObject(refusal);
    await at.drain();
  });

  it('is shown to operators with the reason, and a second hold changes nothing', async () => {
    await hold();
    const first = (await parley.parley('rooms', 'show', at.room.id)) as { held_at: string; hold_reason: string };
    expect(Date.parse(first.held_at)).toBeGreaterThan(0);
    expect(first.hold_reason).toBe('Case 7');
    await parley.parley('rooms', 'hold', at.room.id);
    await expect(parley.parley('rooms', 'show', at.room.id)).resolves.toEqual(first);
    const entries = (await parley.parley('audit', 'list', '--room', at.room.id)) as { action: string }[];
    expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(['rooms.hold', 'rooms.hold']);
  });

  it('is kept by operators too: no purge, deletion, or end of one of its users', async () => {
    const dave = (await users(parley, 'dave')).dave;
    await at.phone.request('room.add_members', { room_id: at.room.id, members: [dave.id] });
    const device = await dave.connect();
    await sendMessage(device, at.room, 'of a former member');
    await device.request('room.leave', { room_id: at.room.id });
    await allReceive([at.phone, ...at.allExcept(at.phone)], 'roomremovemembers.dispatch');
    await at.drain();
    await hold();
    await database.query(`UPDATE messages SET created_at = now() - interval '50 days' WHERE room_id = $1`, [
      at.room.id,
    ]);
    await parley.parley('messages', 'purge', '--older-than', '40d', '--yes');
    for (const words of [
      ['rooms', 'delete', at.room.id, '--yes'],
      ['users', 'erase', dave.username, '--yes'],
      ['users', 'erase', dave.username, '--dry-run'],
      ['users', 'delete', at.bob.username, '--yes'],
    ]) {
      const { code, stderr } = await outcomeOf(parley.serviceData, ...words);
      expect([words, code, stderr]).toEqual([words, 1, expect.stringMatching(/held|keeps this room/)]);
    }
    await expect(contents()).resolves.toEqual(['of a former member']);
    await sendMessage(
      device,
      (await device.request('room.create', { type: 'GroupChat', name: 'still a user' })).data,
      'x',
    );

    await parley.parley('rooms', 'release', at.room.id);
    await parley.parley('users', 'erase', dave.username, '--yes');
    await allReceive([at.phone, ...at.allExcept(at.phone)], 'messagemodification.dispatch');
    await expect(contents()).resolves.toEqual([]);
  });

  it('keeps messages whose lifetime is over, until it is released', async () => {
    await at.phone.request('room.modify', {
      room_id: at.room.id,
      action: 'update',
      data: { message_ttl_seconds: 60 },
    });
    await allReceive(at.allExcept(at.phone), 'roomupdate.dispatch');
    await at.sendAndDeliver(at.bobDevice, 'for a minute');
    await hold();
    await database.query(`UPDATE messages SET expires_at = now() WHERE room_id = $1`, [at.room.id]);
    await database.query(`UPDATE timers SET due_at = now() WHERE kind = 'message_expiry' AND key = $1`, [at.room.id]);
    // The timer has run when it is gone.
    await eventually(async () => {
      const { rowCount } = await database.query(`SELECT FROM timers WHERE kind = 'message_expiry' AND key = $1`, [
        at.room.id,
      ]);
      return rowCount === 0;
    });
    await expect(contents()).resolves.toEqual(['for a minute']);
    await parley.parley('rooms', 'release', at.room.id);
    await allReceive([at.phone, ...at.allExcept(at.phone)], 'messagemodification.dispatch');
    await expect(contents()).resolves.toEqual([]);
  });

  it.each([
    ['no-id', 'room_id: Must be the id of a room'],
    ['01980000-0000-7000-8000-000000000000', 'No such room'],
  ])('needs an existing room, not %s', async (id, error) => {
    for (const command of ['hold', 'release']) {
      const { code, stderr } = await outcomeOf(parley.serviceData, 'rooms', command, id);
      expect([code, stderr]).toEqual([1, expect.stringContaining(error)]);
    }
  });
});

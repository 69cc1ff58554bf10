import { createRoomsFixture, expectModifyRefused, closeRoomsFixture } from '../support/rooms-fixture.js';
import type { RoomsFixture } from '../support/rooms-fixture.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let fixture: RoomsFixture;
let phone: RoomsFixture['phone'];
let group: RoomsFixture['group'];

beforeAll(async () => {
  parley = await sharedService();
});

beforeAll(async () => {
  fixture = await createRoomsFixture(parley);
  ({ phone, group } = fixture);
});
afterAll(() => closeRoomsFixture(fixture));

describe('room.modify with the action update', () => {
  it.each([
    ['nothing', 'data', {}],
    ['no data', 'data', undefined],
    ['a name that is blank', 'data.name', { name: '  ' }],
    ['a name that is too long', 'data.name', { name: 'x'.repeat(65) }],
    ['a name that is null', 'data.name', { name: null }],
    ['a description that is too long', 'data.description', { description: 'x'.repeat(2_001) }],
    ['a script for an avatar', 'data.avatar', { avatar: 'javascript:alert(1)' }],
    ['a boolean as text', 'data.group_locked', { group_locked: 'true' }],
    ['a limit of 0 participants', 'data.max_participants', { max_participants: 0 }],
    ['a limit below the number of members', 'data', { max_participants: 2 }],
    ['a setting of channels', 'data.is_public', { is_public: true }],
    ['a field that only the server sets', 'data', { last_seq: 900 }],
    ['preferences that are a list', 'data.property.preferences', { property: { preferences: [] } }],
    [
      'preferences that are too large',
      'data.property.preferences',
      { property: { preferences: { x: 'x'.repeat(8_192) } } },
    ],
  ])('refuses %s, with the name of the field', async (_, field, data) => {
    const { code, detail } = await expectModifyRefused(phone, group, 'update', data);
    expect([code, Object.keys(detail)]).toEqual([4003, [field]]);
  });
});

describe('room.modify', () => {
  it.each([
    ['no action', undefined],
    ['an unknown action', 'destroy'],
    ['an action named like a property of every object', 'constructor'],
    ['a number', 7],
  ])('refuses %s', async (_, action) => {
    const refused = await phone.expectRefused('room.modify', { room_id: group.id, action });
    expect(refused).toMatchObject({ code: 4003, detail: { action: [expect.any(String)] } });
  });

  it.each(['add_admin', 'add_moderator', 'add_permission'])('requires for %s the ids of users', async (action) => {
    for (const users of [undefined, null, [], 7, ['2'], [0]]) {
      const refused = await expectModifyRefused(phone, group, action, {
        users,
        permission: ['can_remove_participants'],
      });
      expect(refused).toMatchObject({ code: 4003, detail: { 'data.users': [expect.any(String)] } });
    }
  });
});

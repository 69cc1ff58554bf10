import { ApiClient } from '../support/api.js';
import { connectMember, createGroup } from '../support/messaging.js';
import { logIn, users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { claimsOf } from '../support/tokens.js';

interface Entry {
  readonly action: string;
  readonly origin: { readonly address: string; readonly session_id: string | null } | null;
}

let parley: Service;

beforeAll(async () => {
  parley = await sharedService();
});

const entriesOf = async (roomId: string): Promise<Entry[]> =>
  (await parley.parley('audit', 'list', '--room', roomId)) as Entry[];

describe('an entry of the audit log', () => {
  it('has the address and the log-in of the actor, also after another token of another log-in', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const device = await alice.connect();
    const room = await createGroup(device, []);
    const rename = (name: string) =>
      device.request('room.modify', { room_id: room.id, action: 'update', data: { name } });
    await rename('one');
    const { tokens } = await logIn(parley, alice.username);
    await device.request('session.authenticate', { token: tokens.access });
    await rename('two');
    const program = await ApiClient.create(parley, { user: alice });
    await program.request('roomupdate.dispatch', 'PATCH', `/api/rooms/${room.id}/`, { name: 'three' });
    await device.request('room.add_members', { room_id: room.id, members: [bob.id] });
    const session = { address: '127.0.0.1', session_id: claimsOf(tokens.access).fam };
    await expect(entriesOf(room.id)).resolves.toMatchObject([
      { action: 'room.add_members', origin: session },
      { action: 'room.update', origin: { address: '127.0.0.1', session_id: null } },
      { action: 'room.update', origin: session },
      { action: 'room.update', origin: { address: '127.0.0.1', session_id: claimsOf(alice.tokens.access).fam } },
    ]);
  });

  it('loses the address when the actor is deleted, and stays', async () => {
    const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
    const device = await alice.connect();
    const room = await createGroup(device, [await connectMember(bob)]);
    await device.request('room.add_members', { room_id: room.id, members: [carol.id] });
    await parley.parley('users', 'delete', alice.username, '--yes');
    const [entry] = (await entriesOf(room.id)).filter(({ action }) => action === 'room.add_members');
    expect(entry).toMatchObject({ origin: null });
  });
});

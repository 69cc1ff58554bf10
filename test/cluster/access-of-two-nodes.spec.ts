import type { ChatClient, Closing } from '../support/chat-client.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { claimsOf, revoked } from '../support/tokens.js';
import { TwoNodes } from '../support/two-nodes.js';

const REVOKED = { code: 4001, reason: 'token_invalid' };
/** The user has closed the session. */
const CLOSED = { code: 4001, reason: 'token_revoked' };

const familyOf = ({ tokens }: TestUser): unknown => claimsOf(tokens.access).fam;

let nodes: TwoNodes;
let here: Service;
let there: Service;
let alice: TestUser;
/** Another log-in of Alice's. */
let again: TestUser;
/** Alice's sockets, one on each node. */
let phone: ChatClient;
let laptop: ChatClient;
/** Two more sockets on the nodes, opened with her first log-in and renewed with the other. */
let prolonged: ChatClient[];

beforeAll(async () => {
  nodes = await TwoNodes.shared();
  ({ here, there } = nodes);
});

beforeEach(async () => {
  ({ alice } = await users(here, 'alice'));
  again = await logIn(there, alice.username);
  [phone, laptop] = [await alice.connect(here), await alice.connect(there)];
  prolonged = [await alice.connect(here), await alice.connect(there)];
  for (const device of prolonged) await device.request('session.authenticate', { token: again.tokens.access });
});

afterEach(() => nodes.cable.mend());

async function close(devices: ChatClient[], closing: Closing): Promise<void> {
  for (const device of devices) await expect(device.closed()).resolves.toEqual(closing);
}

describe('revoked access on two nodes', () => {
  it('closes the sockets of a log-in that is revoked on one node, and keeps those of another log-in', async () => {
    await revoked(here, alice.tokens.refresh);
    await close([phone, laptop], REVOKED);
    for (const device of prolonged) await expect(device.drain()).resolves.toEqual([]);
    await revoked(here, again.tokens.refresh);
    await close(prolonged, REVOKED);
  });

  it('closes the sockets of a user all of whose log-ins are revoked', async () => {
    await here.parley('tokens', 'revoke', alice.username);
    await close([phone, laptop, ...prolonged], REVOKED);
  });

  it('closes the sockets of a deactivated user', async () => {
    await here.parley('users', 'deactivate', alice.username);
    await close([phone, laptop, ...prolonged], { code: 4001, reason: 'user_inactive' });
  });

  it.each(['reachable', 'unreachable'])(
    'closes the sockets of a session that the user closes on one node, while Redis is %s',
    async (redis) => {
      if (redis === 'unreachable') nodes.cable.cut();
      const other = await again.connect(there);
      // The log-ins of connections are written a little later.
      const listed = async (): Promise<object> => {
        const { data } = await other.request('session.list', {});
        return data.sessions.map(({ id, current, connections }) => [id, current, connections.length]);
      };
      await expect.poll(listed).toEqual([
        [familyOf(again), true, 3],
        [familyOf(alice), false, 2],
      ]);
      await other.request('session.close', { session_id: familyOf(alice) });
      await close([phone, laptop], CLOSED);
      for (const device of [...prolonged, other]) await expect(device.drain()).resolves.toEqual([]);
      await other.request('session.close', { session_id: familyOf(again) });
      await close([...prolonged, other], CLOSED);
    },
  );

  it('closes the sockets while Redis is unreachable', async () => {
    nodes.cable.cut();
    await revoked(there, alice.tokens.refresh);
    await close([phone, laptop], REVOKED);
    await revoked(there, again.tokens.refresh);
    await close(prolonged, REVOKED);
  });
});

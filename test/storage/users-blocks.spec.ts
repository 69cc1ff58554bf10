import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { ANY_TIME } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let erin: TestUser;
let frank: TestUser;
let grace: TestUser;
let device: ChatClient;
let others: ChatClient;

beforeAll(async () => {
  parley = await sharedService();
});
/** Erin blocks Frank, and Grace blocks Erin. */
beforeEach(async () => {
  ({ erin, frank, grace } = await users(parley, 'erin', 'frank', 'grace'));
  [device, others] = await Promise.all([erin.connect(), grace.connect()]);
  await device.request('user.block', { user_id: frank.id, blocked: true });
  await others.request('user.block', { user_id: erin.id, blocked: true });
});
afterEach(() => Promise.all([device.close(), others.close()]));

interface Export {
  readonly blocked_users: readonly object[];
}

const exported = async ({ username }: TestUser): Promise<Export> =>
  (await parley.parley('users', 'export', username)) as Export;

/** The rows of blocks by the user, and of the user. */
async function blocksWith({ id }: TestUser): Promise<object[]> {
  const database = await connected(parley.serviceData);
  const { rows } = await database.query<object>(
    `SELECT blocker_id, blocked_id FROM user_blocks WHERE $1 IN (blocker_id, blocked_id) ORDER BY blocker_id`,
    [id],
  );
  await database.end();
  return rows;
}

it('an export has whom the user blocks, and not who blocks the user', async () => {
  const { blocked_users } = await exported(erin);
  expect(blocked_users).toEqual([{ user_id: frank.id, blocked_at: ANY_TIME }]);
  const text = JSON.stringify(await exported(erin));
  expect(text).not.toContain(grace.username);
  await expect(exported(frank)).resolves.toMatchObject({ blocked_users: [] });
});

it.each(['erase', 'delete'])('the command %s ends the blocks of the user, in both directions', async (command) => {
  await expect(blocksWith(erin)).resolves.toHaveLength(2);
  await parley.parley('users', command, erin.username, '--yes');
  await expect(blocksWith(erin)).resolves.toEqual([]);
  const { data } = await others.request('user.blocks', {});
  expect(data.blocks).toEqual([]);
});

import type { UserBlock } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { manyUsers, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { sharedService } from '../support/shared-services.js';

/** MAX_BLOCKS of the service. */
const MAX_BLOCKS = 3;

let alice: TestUser;
let phone: ChatClient;
let others: TestUser[];

beforeEach(async () => {
  const parley = await sharedService('fewItems');
  ({ alice } = await users(parley, 'alice'));
  phone = await alice.connect();
  others = (await manyUsers(parley, MAX_BLOCKS + 1)).sort((one, other) => one.id - other.id);
});
afterEach(() => phone.close());

const block = ({ id }: TestUser, blocked = true) => phone.request('user.block', { user_id: id, blocked });

async function listed(limit: number): Promise<number[][]> {
  const pages: number[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data } = await phone.request('user.blocks', { limit, cursor });
    pages.push(data.blocks.map(({ user_id }: UserBlock) => user_id));
    cursor = data.next_cursor;
  }
  return pages;
}

describe('the blocks of a user', () => {
  it('are at most MAX_BLOCKS, also when requests race, and the end of one makes room', async () => {
    const sent = others.map(({ id }) => phone.sendRequest('user.block', { user_id: id, blocked: true }));
    const answers = await Promise.all(sent.map((id) => phone.response(id)));
    const codes = answers.map(({ error }) => error?.code);
    expect(codes.filter((code) => code === 4005)).toHaveLength(1);
    expect(codes.filter((code) => code === undefined)).toHaveLength(MAX_BLOCKS);
    const refused = others[codes.indexOf(4005)]!;
    const [first] = others.filter((each) => each !== refused);
    // A user who is blocked already is no further one.
    await expect(block(first!)).resolves.toMatchObject({ meta: { changed: false } });
    await block(first!, false);
    await block(refused);
  });

  it('are listed page by page, in the order of the ids of their users', async () => {
    const blocked = others.slice(0, MAX_BLOCKS);
    for (const user of blocked.toReversed()) await block(user);
    const [one, two, three] = blocked.map(({ id }) => id);
    await expect(listed(2)).resolves.toEqual([[one, two], [three]]);
    await expect(listed(1)).resolves.toEqual([[one], [two], [three]]);
    await expect(listed(MAX_BLOCKS)).resolves.toEqual([[one, two, three]]);
  });

  it('go on after the last user of a page, also if that one is not blocked any more', async () => {
    const blocked = others.slice(0, MAX_BLOCKS);
    for (const user of blocked) await block(user);
    const { data: first } = await phone.request('user.blocks', { limit: 1 });
    await block(blocked[0]!, false);
    const { data: rest } = await phone.request('user.blocks', { cursor: first.next_cursor });
    expect(rest.blocks.map(({ user_id }: UserBlock) => user_id)).toEqual(blocked.slice(1).map(({ id }) => id));
    expect(rest.next_cursor).toBeNull();
  });

  it.each<[string, object]>([
    ['limit', { limit: 201 }],
    ['limit', { limit: 0 }],
    ['cursor', { cursor: 'bm9uc2Vuc2U' }],
  ])('are refused with an invalid %s', async (field, data) => {
    const { code, detail } = await phone.expectRefused('user.blocks', data);
    expect([code, Object.keys(detail)]).toEqual([4003, [field]]);
  });
});

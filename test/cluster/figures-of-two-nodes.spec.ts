import { Administration } from '../support/administration.js';
import { figureHistory, presentFigures, SAMPLE_WAIT, sumOf } from '../support/figures.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import { TwoNodes } from '../support/two-nodes.js';

let nodes: TwoNodes;
let people: Record<'alice' | 'bob' | 'carol', TestUser>;
/** At each node. */
let admins: { readonly here: Administration; readonly there: Administration };

beforeAll(async () => {
  nodes = await TwoNodes.start();
  people = await users(nodes.here, 'alice', 'bob', 'carol');
  const here = await Administration.by(nodes.here, people.alice, 'admin');
  admins = { here, there: Administration.as(nodes.there, people.alice) };
});
afterAll(() => nodes.stop());

/** The ids of the nodes whose samples have arrived. */
const sampled = async (admin: Administration): Promise<string[]> =>
  (await presentFigures(admin)).nodes.flatMap(({ id, last }) => (last === null ? [] : [id]));

describe('the figures of two nodes', () => {
  it('are the same at both, and count what each of them does', async () => {
    for (const admin of Object.values(admins)) {
      await vi.waitFor(async () => {
        expect(await sampled(admin)).toHaveLength(2);
      }, SAMPLE_WAIT);
    }
    const bob = await connectMember(people.bob);
    const carol = { user: people.carol, device: await people.carol.connect(nodes.there) };
    const room = await createGroup(bob.device, [carol]);
    for (let count = 0; count < 3; count += 1) await sendMessage(bob.device, room, 'here');
    for (let count = 0; count < 2; count += 1) await sendMessage(carol.device, room, 'there');

    for (const admin of Object.values(admins)) {
      await vi.waitFor(async () => {
        expect(sumOf(await figureHistory(admin), 'messages')).toBe(5);
      }, SAMPLE_WAIT);
      const { total, nodes: both } = await presentFigures(admin);
      expect(total).toMatchObject({ connections: 2, users: 2, redis_up: 1 });
      const histories = await Promise.all(both.map(({ id }) => figureHistory(admin, id)));
      expect(histories.map((history) => sumOf(history, 'messages')).sort()).toEqual([2, 3]);
    }
    await Promise.all([bob.device.close(), carol.device.close()]);
  });

  it('show an outage of Redis, and its end', async () => {
    const { here } = admins;
    const isUp = async (): Promise<number | null | undefined> => (await presentFigures(here)).total.redis_up;
    nodes.cable.cut();
    await vi.waitFor(() => expect(isUp()).resolves.toBe(0), SAMPLE_WAIT);
    nodes.cable.mend();
    await vi.waitFor(async () => {
      expect(await sampled(here)).toHaveLength(2);
      await expect(isUp()).resolves.toBe(1);
    }, SAMPLE_WAIT);
  });

  it('are those of the other alone after one has stopped, whose history stays', async () => {
    const { here } = admins;
    const both = await sampled(here);
    await nodes.there.kill('SIGTERM');
    const { nodes: left, total } = await presentFigures(here);
    expect(left).toHaveLength(1);
    expect(total).toEqual(left[0]!.last);
    const [stopped = ''] = both.filter((id) => id !== left[0]!.id);
    const history = await figureHistory(here, stopped);
    expect(history.nodes[0]).toBe(1);
  });
});

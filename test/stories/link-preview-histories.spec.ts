import { isDeepStrictEqual } from 'node:util';

import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { ClientState, syncInto } from '../support/client-state.js';
import { eventually } from '../support/eventually.js';
import { connectMember, createGroup, historyOf } from '../support/messaging.js';
import { PageServer } from '../support/page-server.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { randomFrom } from '../support/random.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const STEPS = 60;
const SEEDS = [1, 2, 3, 4];

let parley: Service;
let pages: PageServer;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  [parley, pages] = await Promise.all([sharedService('links'), PageServer.start()]);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
});
afterAll(() => pages.stop());

/** The expected state of a message, by the answers to its author. */
interface Expected {
  links: readonly string[];
  removed: ReadonlySet<string>;
}

/** An author who sends, edits and deletes messages with links, and removes previews, in a random order. */
class Author {
  readonly expected = new Map<string, Expected>();

  constructor(
    private readonly device: ChatClient,
    private readonly room: Room,
    private readonly links: readonly string[],
    private readonly random: () => number,
  ) {}

  async step(): Promise<void> {
    const [at, id] = [this.below(8), [...this.expected.keys()][this.below(this.expected.size)]];
    if (id === undefined || at < 2) await this.send();
    else if (at < 4) await this.edit(id);
    else if (at < 7) await this.remove(id);
    else await this.delete(id);
  }

  /** The previews of each message. @param described the links with previews */
  previews(described: readonly string[]): Record<string, readonly string[]> {
    const shown = ({ links, removed }: Expected) => links.filter((url) => described.includes(url) && !removed.has(url));
    return Object.fromEntries([...this.expected].map(([id, expected]) => [id, shown(expected)]));
  }

  private async send(): Promise<void> {
    const links = this.some();
    const { data } = await this.device.request('message.send', { room_id: this.room.id, content: links.join(' ') });
    this.expected.set(data.id, { links, removed: new Set() });
  }

  private async edit(id: string): Promise<void> {
    const links = this.some();
    await this.modify({ action: 'update', message_id: id, extra_fields: { content: links.join(' ') } });
    const { removed } = this.expected.get(id)!;
    this.expected.set(id, { links, removed: new Set(links.filter((link) => removed.has(link))) });
  }

  /** Refused as long as the link has no preview. */
  async remove(id: string): Promise<void> {
    const { links, removed } = this.expected.get(id)!;
    const url = links[this.below(links.length)]!;
    const sent = this.device.sendRequest('message.remove_preview', { message_id: id, url });
    const { error } = await this.device.response(sent);
    if (!error) this.expected.set(id, { links, removed: new Set([...removed, url]) });
  }

  private async delete(id: string): Promise<void> {
    await this.modify({ action: 'delete', message_id: id });
    this.expected.delete(id);
  }

  private async modify(data: object): Promise<void> {
    const { error } = await this.device.response(this.device.sendRequest('message.modify', data));
    expect(error).toBeUndefined();
  }

  /** One to three different links. */
  private some(): string[] {
    return [...new Set([1, 2, 3].map(() => this.links[this.below(this.links.length)]!))];
  }

  private below(most: number): number {
    return Math.floor(this.random() * most);
  }
}

/** Devices that only listen: one stays connected, another one loses its connection again and again. */
class Listeners {
  readonly live = new ClientState();
  readonly losing = new ClientState();
  readonly earlier: ClientState[] = [];

  private constructor(
    private readonly user: TestUser,
    private readonly steady: ChatClient,
    private shaky: ChatClient,
  ) {}

  static async connect(user: TestUser): Promise<Listeners> {
    const listeners = new Listeners(user, await user.connect(), await user.connect());
    await syncInto(listeners.steady, listeners.live);
    await listeners.syncLosing();
    return listeners;
  }

  /** Loses what has arrived, and the connection with it. */
  async lose(): Promise<void> {
    await this.shaky.close();
    this.shaky = await this.user.connect();
    await this.syncLosing();
  }

  async receive(): Promise<void> {
    for (const frame of await this.steady.drain()) this.live.apply(frame);
    for (const frame of await this.shaky.drain()) this.losing.apply(frame);
  }

  /** Every copy, after it has received or synced all. */
  async copies(): Promise<readonly ClientState[]> {
    await this.receive();
    for (const copy of this.earlier) await syncInto(this.steady, copy);
    return [this.live, this.losing, ...this.earlier];
  }

  close(): Promise<unknown> {
    return Promise.all([this.steady.close(), this.shaky.close()]);
  }

  private async syncLosing(): Promise<void> {
    await syncInto(this.shaky, this.losing);
    this.earlier.push(this.losing.clone());
  }
}

const shownIn = (messages: readonly Message[]): Record<string, readonly string[]> =>
  Object.fromEntries(messages.map(({ id, link_previews: previews }) => [id, previews.map(({ url }) => url)]));

it.each(SEEDS)('every device shows the same previews after random changes and lost connections (%d)', async (seed) => {
  const random = randomFrom(seed);
  const good = [1, 2, 3, 4].map((at) => pages.page(`/${String(seed)}-${String(at)}`, { title: `Page ${String(at)}` }));
  const device = await alice.connect();
  const member = await connectMember(bob);
  const room = await createGroup(device, [member], 'Links');
  const author = new Author(device, room, [...good, `${pages.url}/missing-${String(seed)}`], random);
  const listeners = await Listeners.connect(bob);
  for (let step = 1; step <= STEPS; step += 1) {
    await author.step();
    if (step % 10 === 0) await listeners.lose();
    else if (random() < 0.3) await listeners.receive();
  }
  const settled = () =>
    eventually(async () => isDeepStrictEqual(shownIn(await historyOf(device, room)), author.previews(good)));
  await settled();
  expect(Object.values(author.previews(good)).flat()).not.toEqual([]);
  for (const id of author.expected.keys()) await author.remove(id);
  await settled();
  const expected = author.previews(good);
  const copies = await listeners.copies();
  const anew = await ClientState.create(member.device);
  for (const copy of copies) {
    expect(shownIn(copy.messages().filter((message) => message.room.id === room.id))).toEqual(expected);
    expect(copy.view()).toEqual(anew.view(copy));
  }
  await Promise.all([device.close(), member.device.close(), listeners.close()]);
});

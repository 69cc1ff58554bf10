import { MemoryStorage } from '@parley/client';
import type { Message } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { TestApp } from './client.js';
import { eventually } from './eventually.js';
import type { LosingPostgres } from './losing-postgres.js';
import { connectMember, createGroup } from './messaging.js';
import { users } from './people.js';
import type { TestUser } from './people.js';
import { randomFrom } from './random.js';
import type { Service } from './service.js';

/** How the database loses changes. */
export type Loss = 'rewound' | 'promoted';

const SETTLED_MS = 30_000;
const ROOMS = ['one', 'two'] as const;

/** An application with the messages that it shows, as the events of the client library say. */
class ShownRooms {
  readonly app: TestApp;
  private readonly shown = new Map<string, Map<number, string>>();
  /** Received messages that a reset has removed. */
  removed = 0;

  constructor(user: TestUser, node: Service) {
    this.app = new TestApp(user, node, { storage: new MemoryStorage() });
    this.app.chat.on('message', ({ roomId, message }) => this.show(roomId, message));
    this.app.chat.on('reset', ({ roomId, messages }) => {
      const before = this.of(roomId);
      const now = new Set(messages.map(({ id }) => id));
      this.removed += [...before.values()].filter((id) => !now.has(id)).length;
      before.clear();
      for (const message of messages) this.show(roomId, message);
    });
  }

  of(roomId: string): Map<number, string> {
    const known = this.shown.get(roomId) ?? new Map<number, string>();
    this.shown.set(roomId, known);
    return known;
  }

  /** @throws Error if the number is shown with another message: one was taken for the other */
  private show(roomId: string, { seq, id }: Message): void {
    const known = this.of(roomId).get(seq);
    if (known !== undefined && known !== id) throw new Error(`the number ${String(seq)} has two messages`);
    this.of(roomId).set(seq, id);
  }
}

export interface LossyResult {
  /** Messages that the service confirmed and then lost. */
  readonly lost: number;
  /** Messages that applications showed and then removed, because the service said so. */
  readonly removed: number;
}

/**
 * Applications write to two rooms while the database loses changes: three of them all the time, and one that is away
 * from before the loss until others have more messages than there were.
 * @returns once every application shows exactly what the service has
 */
export async function loseUnderLoad(
  postgres: LosingPostgres,
  nodes: readonly Service[],
  loss: Loss,
  seed: number,
): Promise<LossyResult> {
  const random = randomFrom(seed);
  const some = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const people = Object.values(await users(nodes[0]!, 'alice', 'bob', 'carol', 'dave'));
  const members = await Promise.all(people.map((user) => connectMember(user)));
  const [creator, ...others] = members;
  const rooms = await Promise.all(ROOMS.map((name) => createGroup(creator!.device, others, name)));
  await Promise.all(members.map(({ device }) => device.close()));

  const apps = people.map((user, at) => new ShownRooms(user, nodes[at % nodes.length]!));
  const away = apps.at(-1)!;
  await Promise.all(apps.map(({ app }) => app.chat.connect()));
  const confirmed: Message[] = [];
  const write = async (each: ShownRooms, text: string): Promise<void> => {
    const { id } = rooms[some(0, 1)]!;
    confirmed.push(await each.app.chat.rooms.open(id).send(text));
  };
  let isWriting = true;
  const writers = apps.slice(0, 3).map(async (each, at) => {
    for (let count = 1; isWriting; count += 1) await write(each, `${String(at)} ${String(count)}`);
  });
  const more = async (count: number): Promise<void> => {
    const from = confirmed.length;
    await eventually(() => confirmed.length >= from + count, SETTLED_MS);
  };

  await more(some(5, 40));
  if (loss === 'rewound') await postgres.keep();
  else await postgres.follow();
  await more(some(5, 40));
  postgres.isolateStandby();
  await more(some(1, 60));
  await away.app.chat.close();
  if (loss === 'rewound') await postgres.goBack();
  else await postgres.promote();
  await more(some(1, 120));
  isWriting = false;
  await Promise.all(writers);
  await away.app.chat.connect();

  const reader = await people[0]!.connect(nodes[1] ?? nodes[0]);
  const stored = new Map<string, string[]>();
  for (const { id } of rooms) stored.set(id, await allOf(reader, id));
  for (const each of apps) {
    for (const { id } of rooms) {
      const all = stored.get(id)!;
      // A reset gives the newest messages.
      await eventually(() => isEnd([...each.of(id).values()], all), SETTLED_MS);
    }
  }
  await Promise.all([reader.close(), ...apps.map(({ app }) => app.chat.close())]);
  const present = new Set([...stored.values()].flat());
  return {
    lost: confirmed.filter(({ id }) => !present.has(id)).length,
    removed: apps.reduce((sum, each) => sum + each.removed, 0),
  };
}

/** The ids of all messages of a room, in their order. */
async function allOf(device: ChatClient, room_id: string): Promise<string[]> {
  const messages: Message[] = [];
  for (let before_seq = Number.MAX_SAFE_INTEGER; ;) {
    const { data: page } = await device.request('room.messages', { room_id, paginate: { limit: 200, before_seq } });
    messages.push(...page.data.messages);
    if (!page.has_next) return messages.map(({ id }) => id).reverse();
    before_seq = page.data.messages.at(-1)!.seq;
  }
}

/** Whether the shown ids are the last ones of all, at least one. */
function isEnd(shown: readonly string[], all: readonly string[]): boolean {
  return shown.length > 0 && shown.join() === all.slice(-shown.length).join();
}

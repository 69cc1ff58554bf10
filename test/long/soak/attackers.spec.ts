import { setTimeout as delay } from 'node:timers/promises';

import { CONNECTIONS, INTERVAL_MS } from '../../expensive/attack.js';
import { MAX_ANSWER_BYTES, memoryOf, MOST_GROWTH_BYTES, MOST_P99_MS } from '../../expensive/bounds.js';
import { Bystanders } from '../../expensive/bystanders.js';
import { frameOf, WireCounter } from '../../expensive/wire-counter.js';
import { worstEvents } from '../../expensive/worst-events.js';
import { World } from '../../expensive/world.js';
import { askable } from '../../support/contract.js';
import { randomFrom } from '../../support/random.js';

const SEED = Number(process.env.ATTACK_SEED ?? Math.floor(Math.random() * 1_000_000));
const SECONDS = Number(process.env.ATTACK_SECONDS ?? 300);
const ATTACKERS = 3;
const BYSTANDERS = 10;

let world: World;
let bystanders: Bystanders;

beforeAll(async () => {
  world = await World.create({ crowd: ATTACKERS, bystanders: BYSTANDERS });
  bystanders = await Bystanders.connect(world.service, world.bystanders);
}, 60_000);
afterAll(async () => {
  await bystanders.leave();
  await world.service.stop();
});

/** Sends random requests of the table on each of two connections, as fast as permitted. Opens a closed one again. */
async function attack(at: number, random: () => number): Promise<void> {
  const events = askable();
  const connect = (): Promise<WireCounter> => WireCounter.connect(world.service.url, world.crowd[at]!);
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, connect));
  let count = 0;
  for (const end = performance.now() + SECONDS * 1_000; performance.now() < end;) {
    await delay(INTERVAL_MS);
    for (const [place, socket] of sockets.entries()) {
      if (socket.closedWith !== undefined) sockets[place] = await connect();
      const event = events[Math.floor(random() * events.length)]!;
      sockets[place]!.send(frameOf(worstEvents[event]!(world, at, count++)));
    }
  }
  await Promise.all(sockets.map((socket) => socket.close()));
}

describe(`three accounts that choose among expensive requests (ATTACK_SEED=${String(SEED)})`, () => {
  it(
    'slow nobody, and end nobody else',
    async () => {
      const before = await memoryOf(world);
      const p99 = await bystanders.p99During(() =>
        Promise.all(world.crowd.map((_, at) => attack(at, randomFrom(SEED + at)))),
      );
      const growth = (await memoryOf(world)) - before;
      console.log(`p99 ${p99.toFixed(0)} ms, growth ${(growth / 1_048_576).toFixed(0)} MiB`);
      expect(bystanders.closings).toEqual([]);
      expect(bystanders.longest).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
      expect(p99).toBeLessThan(MOST_P99_MS);
      expect(growth).toBeLessThan(MOST_GROWTH_BYTES);
    },
    SECONDS * 1_000 + 60_000,
  );
});

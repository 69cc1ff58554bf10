import { eventually } from '../support/eventually.js';
import { Inspector, INSPECTABLE } from '../support/inspector.js';
import type { Holding } from '../support/inspector.js';
import { runAlongside } from '../support/run-alongside.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { Chance } from '../fuzz/chance.js';
import { sendInvalidFrames } from '../fuzz/crowd.js';
import type { ReceivedFrames } from '../fuzz/crowd.js';
import { Bystanders } from '../fuzz/bystanders.js';
import { Requests } from '../fuzz/requests.js';
import { InvalidFrames } from '../fuzz/invalid-frames.js';
import { runViolation, neverFinish } from '../fuzz/protocol-violations/index.js';

/** `npm run fuzz` sets FUZZ_SEED and FUZZ_FRAMES. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const ALL = 100_000;
/** The number of frames in a normal test run. */
const SAMPLE = 3_000;
const FRAMES = Number(process.env.FUZZ_FRAMES ?? SAMPLE);
/** A busy machine takes several times as long. */
const TIMEOUT_MS = 120_000 + 10 * FRAMES;

const ROUND = Math.min(4_000, Math.ceil(FRAMES / 2));
const ROUNDS = Math.ceil(FRAMES / ROUND);
const UNFINISHED_OF_EACH_KIND = 20;

/**
 * The maximum growth of the heap in the second half of the run, which sends as many frames as the first. The size of a
 * collected heap varies by about half a mebibyte; a leak of 100 bytes a frame would exceed this in 50,000 frames.
 */
const MOST_GROWTH_BYTES = 4 * 1_024 * 1_024;

/** The bystanders', the inspector's, those of requests for `/metrics`, and the connections of the database pool. */
const MOST_SOCKETS = 20;

/** The lines that the service logs in normal operation, and for a handshake with a foreign Origin. */
const EXPECTED_LINE =
  /^(Debugger |For help, see: )|INFO: \[Server\] |WARN: \[HandshakeGuard\] Refused a handshake with the Origin "null"/;

let parley: Service;
let inspector: Inspector;
let rude: TestUser;
let bystanders: Bystanders;
let received: ReceivedFrames;

beforeAll(async () => {
  parley = await Service.start(INSPECTABLE);
  inspector = await Inspector.attach(parley.output);
  ({ heidi: rude } = await users(parley, 'heidi'));
  bystanders = await Bystanders.create(parley);
  received = await bystanders.waitUntilReceived();
});
afterAll(async () => {
  await bystanders.leave();
  await inspector.leave();
  await parley.stop();
});

/** The memory and handles while only the bystanders are connected. */
async function holdingWhenAlone(): Promise<Holding> {
  await eventually(async () => (await metric(parley, 'parley_connections')) === 2);
  return inspector.holding();
}

async function invalidRounds(frames: InvalidFrames): Promise<{ readonly halfWay: Holding; readonly end: Holding }> {
  const holdings: Holding[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = round * ROUND;
    const chance = new Chance(SEED + round);
    await Promise.all([
      sendInvalidFrames(parley, frames, { from, count: Math.min(ROUND, FRAMES - from) }, received),
      runViolation({ url: parley.url, token: rude.tokens.access, chance }),
    ]);
    holdings.push(await holdingWhenAlone());
  }
  return { halfWay: holdings[Math.floor((ROUNDS - 1) / 2)]!, end: holdings.at(-1)! };
}

const unexpectedLines = (): string[] =>
  parley.output.split('\n').filter((line) => line !== '' && !EXPECTED_LINE.test(line));

/** The failures that the service's metrics count, of every kind. */
async function failures(): Promise<string[]> {
  const text = await (await fetch(`${parley.url}/metrics`)).text();
  return text.split('\n').filter((line) => line.includes('outcome="failed"') && !line.endsWith(' 0'));
}

const bytesOf = ({ memory }: Holding): number => memory.heapUsed + memory.external;

describe(`${String(FRAMES)} random invalid frames (npm run fuzz -- --seed ${String(SEED)} --frames ${String(FRAMES)})`, () => {
  const frames = new InvalidFrames(new Requests(), SEED, FRAMES);

  it(
    'are answered as the contract says, and harm neither the service nor other connections',
    async () => {
      const finished = neverFinish(parley.url, UNFINISHED_OF_EACH_KIND);
      const { halfWay, end } = await runAlongside([() => bystanders.sendMessages()], () => invalidRounds(frames)).catch(
        (error: unknown) => {
          throw new Error(`${String(error)}\n${unexpectedLines().join('\n')}`);
        },
      );
      await bystanders.expectUnchanged();
      expect(bytesOf(end) - bytesOf(halfWay)).toBeLessThan(MOST_GROWTH_BYTES);

      await finished;
      const { handles } = await holdingWhenAlone();
      expect(handles.TCPSocketWrap).toBeLessThanOrEqual(MOST_SOCKETS);
      expect(unexpectedLines()).toEqual([]);
      expect(await failures()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  // A sample need not contain every combination.
  (FRAMES < ALL ? it.skip : it)('put each kind of value into each field of each event', () => {
    expect(frames.untilAllIsTried).toBeLessThanOrEqual(FRAMES);
  });
});

import { LosingPostgres } from '../../support/losing-postgres.js';
import { loseUnderLoad } from '../../support/lossy-run.js';
import type { Loss, LossyResult } from '../../support/lossy-run.js';
import { prepared } from '../../support/run.js';
import { Service } from '../../support/service.js';

/** `LOSS_SEED=7` repeats the runs from this seed on. */
const FIRST_SEED = Number(process.env.LOSS_SEED ?? 1);
const RUNS = 25;
const LONGEST_RUN_MS = 60_000;

let postgres: LosingPostgres;
let nodes: Service[];

beforeAll(async () => {
  postgres = await LosingPostgres.start();
  const env = { REDIS_URL: prepared('redis').url };
  nodes = await Promise.all([1, 2].map(() => Service.start(env, postgres.serviceData)));
}, 60_000);

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await postgres.stop();
});

it.each<Loss>(['rewound', 'promoted'])(
  'no message is taken for another, and each loss is announced, in 25 runs of a database that is %s',
  async (loss) => {
    const results: LossyResult[] = [];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const result = await loseUnderLoad(postgres, nodes, loss, seed).catch((error: unknown) => {
        throw new Error(`LOSS_SEED=${String(seed)}`, { cause: error });
      });
      results.push(result);
    }
    const sum = (of: (result: LossyResult) => number): number => results.reduce((all, result) => all + of(result), 0);
    console.log(`${loss}: ${String(sum(({ lost }) => lost))} lost, ${String(sum(({ removed }) => removed))} removed`);
    expect(results.filter(({ lost }) => lost > 0).length).toBeGreaterThan(RUNS / 2);
  },
  RUNS * LONGEST_RUN_MS,
);

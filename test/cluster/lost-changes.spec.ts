import { LosingPostgres } from '../support/losing-postgres.js';
import { loseUnderLoad } from '../support/lossy-run.js';
import type { Loss } from '../support/lossy-run.js';
import { prepared } from '../support/run.js';
import { Service } from '../support/service.js';

let postgres: LosingPostgres;
let nodes: Service[];

beforeAll(async () => {
  postgres = await LosingPostgres.start();
  const env = { REDIS_URL: prepared('redis').url };
  nodes = await Promise.all([1, 2].map(() => Service.start(env, postgres.serviceData)));
  // A PostgreSQL, its template and two nodes.
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await postgres.stop();
});

it.each<[Loss, string]>([
  ['rewound', 'goes back on the same timeline'],
  ['promoted', 'is replaced by a standby that lacks commits'],
])(
  'a client shows exactly what the service has after the database of two running nodes (%s) %s',
  async (loss) => {
    const { lost, removed } = await loseUnderLoad(postgres, nodes, loss, 1);
    expect(lost).toBeGreaterThan(0);
    expect(removed).toBeGreaterThan(0);
    const epochs = (await nodes[0]!.parley('epoch', 'list')) as { reason: string }[];
    expect(epochs[0]!.reason).toBe(loss === 'rewound' ? 'rewound' : 'moved');
  },
  60_000,
);

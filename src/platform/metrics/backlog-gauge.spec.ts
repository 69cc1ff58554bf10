import { Registry } from 'prom-client';

import { backlogGauge } from './backlog-gauge.js';

let registry: Registry;
let counts: number;
let count: () => Promise<number>;

beforeEach(() => {
  registry = new Registry();
  counts = 0;
  backlogGauge(registry, 'backlog', 'Rows of a table.', () => {
    counts += 1;
    return count();
  });
});

const scraped = async (): Promise<string | undefined> => /^backlog (.*)$/m.exec(await registry.metrics())?.[1];

describe('backlogGauge', () => {
  it('counts the rows when the metrics are scraped, and not before', async () => {
    count = () => Promise.resolve(7);
    expect(counts).toBe(0);
    expect(await scraped()).toBe('7');
    expect(counts).toBe(1);
  });

  it('keeps its last value if the count fails', async () => {
    count = () => Promise.resolve(7);
    await scraped();
    count = () => Promise.reject(new Error('no database'));
    expect(await scraped()).toBe('7');
  });

  it('returns its last value if the count does not end, and starts no second count', async () => {
    count = () => new Promise(() => undefined);
    expect(await scraped()).toBe('0');
    expect(await scraped()).toBe('0');
    expect(counts).toBe(1);
  });
});

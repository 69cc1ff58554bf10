import { DatabaseProbe } from './database-probe.js';

type Source = ConstructorParameters<typeof DatabaseProbe>[0];

/** A database whose responses are controlled by the test. */
class Database {
  readonly asked: { readonly answer: (isReadOnly?: boolean) => void; readonly fail: (error: Error) => void }[] = [];

  query(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.asked.push({
        answer: (isReadOnly = false) => resolve([{ is_read_only: isReadOnly }]),
        fail: reject,
      });
    });
  }
}

let database: Database;
let probe: DatabaseProbe;

beforeEach(() => {
  vi.useFakeTimers();
  database = new Database();
  probe = new DatabaseProbe(database as unknown as Source);
});
afterEach(() => {
  vi.useRealTimers();
});

const outcome = (answer: Promise<number>): Promise<string> =>
  answer.then(
    (seconds) => `${seconds.toFixed(1)} s`,
    (error: unknown) => (error as Error).message,
  );

it('the database probe returns the duration of the response', async () => {
  const asked = outcome(probe.answer());
  vi.advanceTimersByTime(300);
  database.asked[0]!.answer();
  await expect(asked).resolves.toBe('0.3 s');
});

it('the database probe rejects with the error of the database', async () => {
  const asked = outcome(probe.answer());
  database.asked[0]!.fail(new Error('connection refused'));
  await expect(asked).resolves.toBe('connection refused');
});

it('the database probe rejects if the database accepts no writes', async () => {
  const asked = outcome(probe.answer());
  database.asked[0]!.answer(true);
  await expect(asked).resolves.toBe('It accepts no writes: it is read-only.');
});

it('the database probe sends no second query before the response to the first, and continues after it', async () => {
  for (let time = 0; time < 5; time += 1) {
    const asked = outcome(probe.answer());
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(asked).resolves.toBe('It has not responded for 2 seconds.');
  }
  expect(database.asked).toHaveLength(1);
  database.asked[0]!.answer();
  await vi.advanceTimersByTimeAsync(0);
  const again = outcome(probe.answer());
  database.asked[1]!.answer();
  await expect(again).resolves.toBe('0.0 s');
});

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { NO_NUMBERS } from './log-numbers.js';
import { removeWitness, WitnessFile } from './witness-file.js';

const SEEN = { epochId: '01980000-0000-7000-8000-000000000001', origin: '7/5/1', position: 1_234 };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-witness-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('what the data folder keeps of the database', () => {
  it('is read as it was written, until it is removed', async () => {
    const file = new WitnessFile(folder);
    await file.write({ ...SEEN, position: 1 }, NO_NUMBERS);
    await file.write(SEEN, NO_NUMBERS);
    await expect(new WitnessFile(folder).read()).resolves.toEqual({ ...SEEN, numbers: NO_NUMBERS });
    expect(readdirSync(folder)).toEqual(['epoch.json']);
    removeWitness(folder);
    await expect(file.read()).resolves.toBeUndefined();
  });

  it('has the numbers of all writers of the epoch, and of no other', async () => {
    const numbers = (rooms: readonly [string, number][], users: readonly [number, number][] = []) => ({
      rooms: new Map(rooms),
      users: new Map(users),
    });
    await new WitnessFile(folder).write(SEEN, numbers([['one', 7]], [[3, 1]]));
    await new WitnessFile(folder).write(SEEN, NO_NUMBERS);
    const both = [
      ['one', 6],
      ['two', 1],
    ] as const;
    await new WitnessFile(folder).write(SEEN, numbers(both.map(([id, seq]) => [id, seq])));
    await expect(new WitnessFile(folder).read()).resolves.toMatchObject({
      numbers: numbers(
        [
          ['one', 7],
          ['two', 1],
        ],
        [[3, 1]],
      ),
    });
    const next = { ...SEEN, epochId: '01980000-0000-7000-8000-000000000002' };
    await new WitnessFile(folder).write(next, NO_NUMBERS);
    await expect(new WitnessFile(folder).read()).resolves.toMatchObject({ numbers: NO_NUMBERS });
  });

  it.each(['', '{"epoch":', '[]', 'null', '{"epoch": "a", "origin": 7, "position": 1}'])(
    'is nothing if the file is %j',
    async (text) => {
      writeFileSync(join(folder, 'epoch.json'), text);
      await expect(new WitnessFile(folder).read()).resolves.toBeUndefined();
    },
  );

  it('is nothing without a data folder, which is not created', async () => {
    const missing = join(folder, 'data');
    await new WitnessFile(missing).write(SEEN, NO_NUMBERS);
    expect(existsSync(missing)).toBe(false);
  });
});

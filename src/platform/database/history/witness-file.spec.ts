import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { removeWitness, WitnessFile } from './witness-file.js';

const SEEN = { epochId: '01980000-0000-7000-8000-000000000001', origin: '7/5/1', position: 1_234 };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-witness-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('what the data folder keeps of the database', () => {
  it('is read as it was written, until it is removed', async () => {
    const file = new WitnessFile(folder);
    await file.write({ ...SEEN, position: 1 });
    await file.write(SEEN);
    await expect(new WitnessFile(folder).read()).resolves.toEqual(SEEN);
    expect(readdirSync(folder)).toEqual(['epoch.json']);
    removeWitness(folder);
    await expect(file.read()).resolves.toBeUndefined();
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
    await new WitnessFile(missing).write(SEEN);
    expect(existsSync(missing)).toBe(false);
  });
});

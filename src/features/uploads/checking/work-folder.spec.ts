import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CannotStart } from '../../../platform/config/config.js';
import type { Config } from '../../../platform/config/config.js';
import { WorkFolder } from './work-folder.js';

let dataDir: string;
let folders: WorkFolder;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-checks-'));
  folders = new WorkFolder({ dataDir } as Config);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const left = (): string[] => readdirSync(join(dataDir, 'checks'));

describe('WorkFolder', () => {
  it('gives each work a folder of its own, and removes it after a failure too', async () => {
    await folders.onModuleInit();
    const work = folders.use(async (one) => {
      await folders.use((other) => {
        expect([existsSync(one), existsSync(other), one === other]).toEqual([true, true, false]);
        return Promise.resolve();
      });
      throw new Error('failed');
    });
    await expect(work).rejects.toThrow('failed');
    expect(left()).toEqual([]);
  });

  it('removes at the start what a killed process has left, and nothing of a running one', async () => {
    const [old, young] = ['old', 'young'].map((name) => join(dataDir, 'checks', name)) as [string, string];
    for (const folder of [old, young]) mkdirSync(folder, { recursive: true });
    const yesterday = Date.now() / 1_000 - 90_000;
    utimesSync(old, yesterday, yesterday);
    await folders.onModuleInit();
    expect(left()).toEqual(['young']);
  });

  it('prevents the start if it cannot be made', async () => {
    writeFileSync(join(dataDir, 'checks'), '');
    await expect(folders.onModuleInit()).rejects.toThrow(CannotStart);
  });
});

import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CannotStart } from './config.js';
import { dataFolder } from './data-folder.js';
import { expectUsable } from './folder-access.js';

const IS_ROOT = process.geteuid?.() === 0;
/** The user `nobody` of most systems. It need not exist. */
const OTHER = 65_534;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-access-'));
  mkdirSync(join(folder, 'base'));
  for (const name of ['a', 'base/b', 'base/c']) writeFileSync(join(folder, name), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Takes a file from a user, who then acts. */
function without(name: string, act: () => void): void {
  const file = join(folder, name);
  if (!IS_ROOT) {
    chmodSync(file, 0o400);
    act();
    return;
  }
  chmodSync(file, 0o600);
  for (const each of ['', 'a', 'base', 'base/b', 'base/c'].filter((each) => each !== name)) {
    chownSync(join(folder, each), OTHER, OTHER);
  }
  process.seteuid?.(OTHER);
  try {
    act();
  } finally {
    process.seteuid?.(0);
  }
}

describe('expectUsable', () => {
  it('names a file that cannot be written', () => {
    without('base/c', () => {
      const check = (): void => expectUsable(folder, 'read and write', () => true);
      expect(check).toThrow(CannotStart);
      expect(check).toThrow(`This program cannot read and write ${join(folder, 'base/c')} (EACCES)`);
    });
  });

  it('passes over folders that it does not enter', () => {
    without('base/c', () => expectUsable(folder, 'read and write', () => false));
  });
});

describe.runIf(IS_ROOT)('root', () => {
  const refused = `belongs to the user ${String(OTHER)}, and this program runs as the user 0`;

  it('does not act in the folder of another user', () => {
    chownSync(folder, OTHER, OTHER);
    expect(() => dataFolder(folder)).toThrow(refused);
  });

  it('does not act in a folder of root whose entries belong to another user', () => {
    chownSync(join(folder, 'base'), OTHER, OTHER);
    expect(() => dataFolder(folder)).toThrow(refused);
    expect(readdirSync(folder)).toEqual(['a', 'base']);
  });

  it('acts in a folder of its own', () => expect(dataFolder(folder)).toBe(folder));
});

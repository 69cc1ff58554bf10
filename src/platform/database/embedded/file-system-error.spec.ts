import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { pack } from 'tar-stream';

import { fileSystemError, isOfTheDisk } from './file-system-error.js';
import { openPGlite } from './pglite.js';

describe('an error of the file system of WebAssembly', () => {
  it('is one of Node.js, with the folder', () => {
    const error = fileSystemError({ name: 'ErrnoError', errno: 51 }, '/data/database');
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code: 'ENOSPC', path: '/data/database' });
    expect([isOfTheDisk(error), isOfTheDisk(fileSystemError({ errno: 44 }, '/data'))]).toEqual([true, false]);
  });

  it('has a text that names its number, if that is not known', () => {
    expect(String(fileSystemError({ errno: 7 }, '/data'))).toBe('Error: error 7: the folder /data cannot be used');
  });

  it('is thrown for an archive that cannot be unpacked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-archive-'));
    const archive = pack();
    archive.entry({ name: 'base' }, 'a file');
    archive.entry({ name: 'base/1' }, 'a file below a file');
    archive.finalize();
    const loadDataDir = new Blob([await buffer(archive)]);
    const opened = openPGlite(join(folder, 'database'), { loadDataDir });
    await expect(opened).rejects.toThrow(join(folder, 'database'));
    await expect(opened).rejects.toBeInstanceOf(Error);
    rmSync(folder, { recursive: true });
  });
});

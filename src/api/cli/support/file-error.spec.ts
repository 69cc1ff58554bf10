import { mkdtempSync, openSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fileErrorText } from './file-error.js';

describe('fileErrorText', () => {
  let folder: string;
  const at = (...names: string[]): string => join(folder, ...names);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-file-error-'));
    writeFileSync(at('file'), '');
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  function textOf(operation: () => unknown): string | undefined {
    try {
      operation();
      return 'There is no error.';
    } catch (error) {
      return fileErrorText(error);
    }
  }

  it('names the missing file or folder', () => {
    expect(textOf(() => readFileSync(at('none')))).toBe(`The file ${at('none')} does not exist.`);
    expect(textOf(() => readFileSync(at('none', 'file')))).toBe(`The folder ${at('none')} does not exist.`);
    expect(textOf(() => mkdtempSync(at('none', 'temporary-')))).toBe(`The folder ${at('none')} does not exist.`);
    expect(textOf(() => renameSync(at('file'), at('none', 'file')))).toBe(`The folder ${at('none')} does not exist.`);
  });

  it('explains other errors of the file system', () => {
    expect(textOf(() => openSync(folder, 'w'))).toBe(`${folder} is a folder, not a file.`);
    expect(textOf(() => readFileSync(at('file', 'below')))).toBe(
      `A part of the path ${at('file', 'below')} is a file, not a folder.`,
    );
    expect(textOf(() => openSync(at('file'), 'wx'))).toBe(`${at('file')} exists already.`);
    expect(textOf(() => rmdirSync(folder))).toBe(`The folder ${folder} is not empty.`);
    expect(textOf(() => readFileSync(at('x'.repeat(300))))).toMatch(/ is too long\.$/);
  });

  it('names a given path if the error has none', () => {
    const noSpace = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
    expect(fileErrorText(noSpace, 'users.csv')).toBe('There is no space left on the disk of users.csv.');
  });

  it('leaves errors that do not concern files', async () => {
    const [error] = (await once(connect(at('no-socket')), 'error').catch((thrown: unknown) => [thrown])) as [Error];
    expect(fileErrorText(error)).toBeUndefined();
    expect(fileErrorText(new Error('ENOENT'))).toBeUndefined();
    expect(fileErrorText('ENOENT')).toBeUndefined();
  });
});

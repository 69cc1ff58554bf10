import { copyFile, open, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import type { AppendedFile } from './part-writer.js';
import { writeAll } from '../store/partial-file.js';

/** The ending of the name of a copy. The next copy replaces the rest that a killed process leaves. */
export const SEPARATE = '.separate';

/** The file of an upload, at whose end a request goes on. */
export class ContinuedFile implements AppendedFile {
  private position: number;

  private constructor(
    private readonly file: FileHandle,
    private readonly start: number,
  ) {
    this.position = start;
  }

  /**
   * Opens a file. If a request that brings all bytes of an upload writes it, its bytes are copied first: that request
   * may be held up, and its file is stored without another check.
   * @param start the end of the file
   */
  static async open(path: string, start: number): Promise<ContinuedFile> {
    const file = await open(path, 'r+');
    if ((await file.stat()).nlink === 1) return new ContinuedFile(file, start);
    await file.close();
    const copy = path + SEPARATE;
    await copyFile(path, copy);
    await rename(copy, path);
    return new ContinuedFile(await open(path, 'r+'), start);
  }

  async append(parts: readonly Buffer[]): Promise<void> {
    this.position += await writeAll(this.file, parts, this.position);
  }

  async undo(): Promise<void> {
    await this.file.truncate(this.start);
  }

  async end(): Promise<void> {
    await this.file.close();
  }
}

import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

/** A list that is written row by row to a CSV file, or nowhere, so that it needs no memory. */
export class Listing {
  private constructor(private readonly file: WriteStream | undefined) {}

  static readonly nowhere = new Listing(undefined);

  /** @throws ErrnoException if the file cannot be written */
  static async into(path: string, headings: readonly string[]): Promise<Listing> {
    const file = createWriteStream(path);
    await once(file, 'open');
    const listing = new Listing(file);
    await listing.add(headings);
    return listing;
  }

  async add(cells: readonly string[]): Promise<void> {
    if (this.file && !this.file.write(`${cells.map(quoted).join(',')}\n`)) await once(this.file, 'drain');
  }

  async end(): Promise<void> {
    if (!this.file) return;
    this.file.end();
    await finished(this.file);
  }
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

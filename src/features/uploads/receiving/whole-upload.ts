import { finished } from 'node:stream';
import type { Readable, Writable } from 'node:stream';
import { finished as written } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';

import type { PartialFile } from '../store/partial-file.js';

/**
 * An upload whose bytes one request brings. The store can keep their file without a copy: no other request writes it,
 * also not one that was held up for long and writes on, so what is checked is what is stored.
 */
export class WholeUpload {
  private partial: PartialFile | undefined;

  /**
   * @param request its body has no more bytes than the upload
   * @param create begins the file, which is also named by a path
   */
  constructor(
    private readonly request: Readable,
    private readonly create: (path: string) => Promise<PartialFile | undefined>,
  ) {}

  /** With all bytes after the end of the request; undefined: it has none, and the bytes are to be copied. */
  get file(): PartialFile | undefined {
    return this.partial;
  }

  /**
   * The stream that the library reads in place of the body, each part of which would pass through streams of promises:
   * only its end.
   */
  body(): ReadableStream {
    let isCancelled = false;
    return new ReadableStream({
      start: (body) => {
        finished(this.request, (error) => {
          if (error) body.error(error);
          else if (!isCancelled) body.close();
        });
      },
      cancel: () => {
        isCancelled = true;
      },
    });
  }

  /**
   * Writes what arrives.
   * @param end the stream that the library makes of the body: it ends it early for another request that asks for the
   *   lock
   */
  async pipe(writer: Writable, end: Readable): Promise<void> {
    this.request.pipe(writer);
    finished(end.resume(), (error) => {
      this.request.unpipe(writer);
      if (error) writer.destroy(error);
      else writer.end();
    });
    await written(writer);
  }

  /** Never fails: what the disk refuses here, it refuses when the bytes are written too, or copied. */
  async begin(path: string): Promise<PartialFile | undefined> {
    this.partial = await this.create(path).catch(() => undefined);
    return this.partial;
  }

  /** Ends the file, unless a store has kept it. Its bytes stay under the path. */
  async discard(): Promise<void> {
    await this.partial?.discard();
  }
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The length and the digest of bytes that were read whole. */
export interface Digest {
  readonly bytes: number;
  /** As lower-case hexadecimal digits. */
  readonly sha256: string;
}

/** Passes bytes on, and computes their digest, so that a file is not read once more for it. */
export class DigestStream extends Transform {
  private readonly hash = createHash('sha256');
  private bytes = 0;

  /** @param partBytes the size of the parts that it gets, so that it holds none back */
  constructor(partBytes?: number) {
    super({ highWaterMark: partBytes });
  }

  /** Of all bytes, after the end of the stream. It can be called once. */
  digest(): Digest {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }

  override _transform(part: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.bytes += part.length;
    this.hash.update(part);
    done(null, part);
  }
}

/** Of a file. */
export async function digestOf(path: string): Promise<Digest> {
  const stream = new DigestStream();
  await pipeline(createReadStream(path), stream.resume());
  return stream.digest();
}

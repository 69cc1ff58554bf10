import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { PassThrough, pipeline as join, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { GetObjectCommandOutput, ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

import type { S3Settings } from './store.settings.js';
import { DigestStream } from './digest-stream.js';
import type { Digest } from './digest-stream.js';
import { FileMissing, FileStore, FileTooLarge, StoreUnavailable, assertKey, assertRange } from './file-store.js';
import type { ByteRange, DirectUpload, DirectUploads, StoredFile } from './file-store.js';
import { newS3Client, S3_TIMES } from './s3-client.js';
import type { S3Times } from './s3-client.js';

/** Bytes of a part of a large file, the least that S3 allows. A put holds two parts in memory. */
const PART_BYTES = 5 * 1_024 * 1_024;
const PARTS_AT_ONCE = 2;
const REMOVALS_AT_ONCE = 8;
const FILE_MODE = 0o600;

/** Objects of an S3-compatible store, under a prefix of one bucket. */
export class S3Store extends FileStore implements DirectUploads {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly prefix: string;

  constructor(
    settings: S3Settings,
    private readonly times: S3Times = S3_TIMES,
  ) {
    super();
    this.client = newS3Client(settings, times);
    this.bucket = settings.bucket;
    this.prefix = settings.prefix === '' ? '' : `${settings.prefix}/`;
  }

  override async put(key: string, path: string): Promise<Digest> {
    const target = this.objectOf(key);
    const file = await open(path);
    const content = new DigestStream();
    join(file.createReadStream({ autoClose: false }), content, () => undefined);
    try {
      const { size } = await file.stat();
      const params = { ...target, Body: content, ContentLength: size };
      const options = { partSize: PART_BYTES, queueSize: PARTS_AT_ONCE };
      await guarded(() => new Upload({ client: this.client, params, ...options }).done());
      return content.digest();
    } finally {
      content.destroy();
      await file.close();
    }
  }

  override async read(key: string, range?: ByteRange): Promise<Readable> {
    if (range) assertRange(range);
    return passedOn((await this.get(key, range)).body);
  }

  override async size(key: string): Promise<number | undefined> {
    const command = new HeadObjectCommand(this.objectOf(key));
    try {
      const { ContentLength: bytes } = await guarded(() => this.client.send(command, this.quickly()));
      if (bytes === undefined) throw new StoreUnavailable('The S3 store gave no size of an object.');
      return bytes;
    } catch (error) {
      if (error instanceof FileMissing) return undefined;
      throw error;
    }
  }

  /** Single requests, because not every S3-compatible store has one for many keys. */
  override async remove(keys: readonly string[]): Promise<void> {
    const commands = keys.map((key) => new DeleteObjectCommand(this.objectOf(key)));
    for (let at = 0; at < commands.length; at += REMOVALS_AT_ONCE) {
      const some = commands.slice(at, at + REMOVALS_AT_ONCE);
      await Promise.all(some.map((command) => guarded(() => this.client.send(command, this.quickly()))));
    }
  }

  override async *list(prefix: string): AsyncGenerator<StoredFile> {
    const pages = { Bucket: this.bucket, Prefix: this.prefix + prefix };
    let page: ListObjectsV2CommandOutput | undefined;
    do {
      const command = new ListObjectsV2Command({ ...pages, ContinuationToken: page?.NextContinuationToken });
      page = await guarded(() => this.client.send(command, this.quickly()));
      for (const { Key: key, Size: bytes, LastModified: modifiedAt } of page.Contents ?? []) {
        if (key === undefined || bytes === undefined || modifiedAt === undefined) continue;
        yield { key: key.slice(this.prefix.length), bytes, modifiedAt };
      }
    } while (page.IsTruncated === true && page.NextContinuationToken !== undefined);
  }

  async presignedPut(
    key: string,
    { bytes, mimeType, seconds }: DirectUpload,
  ): Promise<{ url: string; headers: Readonly<Record<string, string>> }> {
    const command = new PutObjectCommand({ ...this.objectOf(key), ContentLength: bytes, ContentType: mimeType });
    const signableHeaders = new Set(['host', 'content-length', 'content-type']);
    const url = await guarded(() => getSignedUrl(this.client, command, { expiresIn: seconds, signableHeaders }));
    return { url, headers: { 'Content-Type': mimeType } };
  }

  async copyTo(key: string, path: string, mostBytes: number): Promise<number> {
    const { bytes, body } = await this.get(key);
    if (bytes > mostBytes) {
      body.destroy();
      throw new FileTooLarge(`The object has ${String(bytes)} bytes.`);
    }
    try {
      await pipeline(passedOn(body), createWriteStream(path, { mode: FILE_MODE }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return bytes;
  }

  /** @throws TypeError if it is not a key */
  private objectOf(key: string): { readonly Bucket: string; readonly Key: string } {
    assertKey(key);
    return { Bucket: this.bucket, Key: this.prefix + key };
  }

  /** The options of a request without content. */
  private quickly(): { readonly requestTimeout: number } {
    return { requestTimeout: this.times.answerMs };
  }

  /** @throws FileMissing, RangeError, StoreUnavailable */
  private async get(key: string, range?: ByteRange): Promise<{ readonly bytes: number; readonly body: Readable }> {
    const bounds = range && { Range: `bytes=${String(range.start)}-${String(range.end)}` };
    const command = new GetObjectCommand({ ...this.objectOf(key), ...bounds });
    const answer = await guarded(() => this.client.send(command, this.quickly()));
    const { ContentLength: bytes, Body: body } = answer;
    if (!(body instanceof Readable)) throw new StoreUnavailable('The S3 store gave no bytes of an object.');
    if (bytes !== undefined && bytes === bytesAsked(answer, range)) return { bytes, body };
    body.destroy();
    throw new StoreUnavailable('The S3 store answered with other bytes than the ones of the request.');
  }
}

/** @returns how many bytes an answer must have; undefined if it is not for this range */
function bytesAsked({ ContentLength, ContentRange }: GetObjectCommandOutput, range?: ByteRange): number | undefined {
  if (!range) return ContentLength;
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? '') ?? [];
  const last = Math.min(range.end, Number(size) - 1);
  return Number(start) === range.start && Number(end) === last ? last - range.start + 1 : undefined;
}

/**
 * A stream of the bytes of an answer that fails with `StoreUnavailable`. Node itself fails a body that is shorter than
 * its Content-Length.
 */
function passedOn(body: Readable): Readable {
  const bytes = new PassThrough();
  body.once('error', (error) => bytes.destroy(s3Failure(error)));
  join(body, bytes, () => undefined);
  return bytes;
}

/** @throws FileMissing, RangeError or StoreUnavailable in place of an error of the SDK */
async function guarded<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw s3Failure(error);
  }
}

/** The names that S3 gives to a missing object. Requests without an answer body have only the second. */
const MISSING = new Set(['NoSuchKey', 'NotFound']);

/**
 * The error for callers in place of an error of the SDK. It has no cause, because errors of the SDK hold the headers of
 * the request.
 */
function s3Failure(error: unknown): Error {
  if (error instanceof StoreUnavailable || error instanceof FileTooLarge || error instanceof RangeError) return error;
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  if (MISSING.has(name)) return new FileMissing();
  if (name === 'InvalidRange') return new RangeError('The file ends before the range.');
  const { $metadata: { httpStatusCode: status } = {} } = error as { $metadata?: { httpStatusCode?: number } };
  const kind = status === undefined ? name : `${String(status)} ${name}`;
  return new StoreUnavailable(`The S3 store failed (${kind}): ${message}`);
}

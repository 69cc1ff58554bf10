import { createHash, randomUUID } from 'node:crypto';

import { S3Error } from './s3-error.js';

/** The least bytes of each part of an object but its last. */
const LEAST_PART = 5 * 1_024 * 1_024;

const md5 = (content: Buffer): Buffer => createHash('md5').update(content).digest();

interface StoredObject {
  readonly content: Buffer;
  readonly etag: string;
  readonly type: string;
  readonly modifiedAt: Date;
}

interface MultipartUpload {
  readonly key: string;
  readonly type: string;
  readonly parts: Map<number, Buffer>;
}

/** A part as the request that ends an upload lists it. */
export interface ListedPart {
  readonly number: number;
  readonly etag: string;
}

/** The objects of a bucket, in memory. A write replaces the whole object at once. */
export class S3Bucket {
  private readonly objects = new Map<string, StoredObject>();
  private readonly uploads = new Map<string, MultipartUpload>();

  /** In the order in which S3 lists them. */
  keys(): string[] {
    return [...this.objects.keys()].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  }

  /** @throws S3Error if there is none */
  get(key: string): StoredObject {
    const object = this.objects.get(key);
    if (!object) throw new S3Error(404, 'NoSuchKey');
    return object;
  }

  /** @returns its ETag */
  put(key: string, content: Buffer, type: string, etag = `"${md5(content).toString('hex')}"`): string {
    this.objects.set(key, { content, etag, type, modifiedAt: new Date() });
    return etag;
  }

  delete(key: string): void {
    this.objects.delete(key);
  }

  /** @returns the id of the upload */
  begin(key: string, type: string): string {
    const id = randomUUID();
    this.uploads.set(id, { key, type, parts: new Map() });
    return id;
  }

  /** @returns the ETag of the part */
  addPart(id: string, key: string, number: number, content: Buffer): string {
    if (!(Number.isInteger(number) && number >= 1 && number <= 10_000)) throw new S3Error(400, 'InvalidArgument');
    this.upload(id, key).parts.set(number, content);
    return `"${md5(content).toString('hex')}"`;
  }

  /** @returns the ETag of the object */
  complete(id: string, key: string, listed: readonly ListedPart[]): string {
    const { parts, type } = this.upload(id, key);
    if (listed.some(({ number }, at) => number <= (listed[at - 1]?.number ?? 0)))
      throw new S3Error(400, 'InvalidPartOrder');
    const contents = listed.map(({ number, etag }) => {
      const content = parts.get(number);
      if (content === undefined || md5(content).toString('hex') !== etag.replaceAll('"', ''))
        throw new S3Error(400, 'InvalidPart');
      return content;
    });
    if (contents.length === 0) throw new S3Error(400, 'MalformedXML');
    if (contents.slice(0, -1).some(({ length }) => length < LEAST_PART)) throw new S3Error(400, 'EntityTooSmall');
    this.uploads.delete(id);
    const hash = md5(Buffer.concat(contents.map(md5))).toString('hex');
    return this.put(key, Buffer.concat(contents), type, `"${hash}-${String(contents.length)}"`);
  }

  abort(id: string, key: string): void {
    this.upload(id, key);
    this.uploads.delete(id);
  }

  private upload(id: string, key: string): MultipartUpload {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) throw new S3Error(404, 'NoSuchUpload');
    return upload;
  }
}

import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import type { CORSRule } from '@aws-sdk/client-s3';
import S3rver from '@20minutes/s3rver';

const ZERO = Object(0) as number;
/** The end of the name of the file that the server makes of an object. */
const OBJECT = '._S3rver_object';

/** The credentials that the server knows. */
export const S3_KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
export const S3_BUCKET = 'parley';

/**
 * An S3-compatible server with one bucket. It verifies signatures, expiry and signed headers of requests. It accepts
 * requests without a signature, and does not compare the ETags of the parts of a multipart upload.
 */
export class S3Server {
  private constructor(
    private readonly server: S3rver,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(): Promise<S3Server> {
    const directory = await mkdtemp(join(tmpdir(), 'parley-s3-'));
    const configureBuckets = [{ name: S3_BUCKET }];
    const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
    behaveAsS3(server);
    const { port } = await server.run();
    return new S3Server(server, directory, port);
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  /** The keys of all objects in the bucket. */
  async keys(): Promise<string[]> {
    const names = await readdir(join(this.folder, S3_BUCKET), { recursive: true });
    return names.filter((name) => name.endsWith(OBJECT)).map((name) => name.slice(0, -OBJECT.length));
  }

  /** @param rules as in the `CORSRules` of an S3 configuration */
  async setCors(rules: CORSRule[]): Promise<void> {
    const client = new S3Client({ endpoint: this.url, region: 'us-east-1', forcePathStyle: true, credentials: S3_KEY });
    await client.send(new PutBucketCorsCommand({ Bucket: S3_BUCKET, CORSConfiguration: { CORSRules: rules } }));
    client.destroy();
  }

  async stop(): Promise<void> {
    await this.server.close();
    await rm(this.folder, { recursive: true });
  }
}

/**
 * Adds what S3 promises and the server does not keep: an object appears whole or not at all, has the bytes whose SHA-256
 * was signed, a range may end with the first byte, and a bucket has a path of its own.
 */
function behaveAsS3({ store, middleware }: S3rver): void {
  const put = store.putContent.bind(store);
  store.putContent = async (path, content) => {
    const partial = `${path}.${randomUUID()}`;
    try {
      const stored = await put(partial, content);
      const { headers } = content as { headers?: Record<string, string | undefined> };
      await assertHash(partial, headers?.['x-amz-content-sha256']);
      await rename(partial, path);
      return stored;
    } finally {
      await rm(partial, { force: true });
    }
  };
  // The server takes the number 0 for no end, but no object of it.
  const get = store.getObject.bind(store);
  store.getObject = (bucket, key, { start, end }) => get(bucket, key, { start, end: end === 0 ? ZERO : end });
  // The server leaves out the last slash of the path of a bucket when it computes a signature.
  middleware.splice(-1, 0, (context, next) => {
    if (context.path === `/${S3_BUCKET}/`) {
      context.mountPath = '/';
      context.state.vhost = true;
    }
    return next();
  });
}

async function assertHash(path: string, signed = ''): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(signed)) return;
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  if (hash !== signed) throw new Error('XAmzContentSHA256Mismatch');
}

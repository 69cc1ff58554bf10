declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';
  import type { Readable } from 'node:stream';

  /** Keeps the objects of the server in a folder. */
  export interface FilesystemStore {
    putContent(path: string, content: Readable | Buffer): Promise<[number, string]>;
    getObject(
      bucket: string,
      key: string,
      range: { start?: number | undefined; end?: number | undefined },
    ): Promise<object | null>;
  }

  export interface RequestContext {
    readonly path: string;
    /** The path before the bucket, or after it if the bucket is in the host name. */
    mountPath: string;
    readonly state: { vhost: boolean };
  }

  /** A server for tests that speaks the protocol of S3. */
  export default class S3rver {
    readonly store: FilesystemStore;
    readonly middleware: ((context: RequestContext, next: () => Promise<unknown>) => Promise<unknown>)[];
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}

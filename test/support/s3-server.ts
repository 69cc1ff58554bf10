import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import type { CORSRule } from '@aws-sdk/client-s3';

import { S3Bucket } from './s3-bucket.js';
import { allowOrigin } from './s3-cors.js';
import { S3Error } from './s3-error.js';
import { sha256, verifySignature } from './s3-signature.js';

/** The credentials that the server knows. */
export const S3_KEY = { accessKeyId: 'AKIATEST', secretAccessKey: 'a secret of the tests' };
export const S3_BUCKET = 'parley';

const MOST_LISTED = 1_000;

/** A request whose signature is verified, with its whole body. */
interface Call {
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

type Operation = (call: Call, response: ServerResponse) => void;

/**
 * An S3-compatible server with one bucket in memory, addressed by its path. It verifies the signature, the time and the
 * signed headers of each request, the SHA-256 of its body, and the order, the sizes and the ETags of the parts of an
 * upload.
 *
 * It has no versions, no conditions such as `If-Match`, no copies, no delimiters of lists, no ranges from the end, no
 * metadata but `Content-Type`, no bodies that are signed in chunks, no checksums beyond that SHA-256, and no access
 * rules.
 */
export class S3Server {
  private readonly bucket = new S3Bucket();
  private rules: readonly CORSRule[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.answer(request, response));
  }

  static async start(): Promise<S3Server> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new S3Server(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  /** The keys of all objects in the bucket. */
  keys(): string[] {
    return this.bucket.keys();
  }

  /** @param rules as in the `CORSRules` of an S3 configuration */
  setCors(rules: readonly CORSRule[]): void {
    this.rules = rules;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const isAllowed = allowOrigin(this.rules, request, response);
      if (request.method === 'OPTIONS') response.writeHead(isAllowed ? 200 : 403).end();
      else await this.perform(request, response);
    } catch (error) {
      // The client has cut the connection in the middle of a body.
      if (request.destroyed && !request.complete) return;
      sendError(response, error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error)));
    }
  }

  private async perform(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.url);
    const expected = verifySignature(request, url, S3_KEY);
    const [, bucket, ...path] = url.pathname.split('/');
    if (bucket !== S3_BUCKET) throw new S3Error(404, 'NoSuchBucket');
    const body = await buffer(request);
    if (expected !== undefined && sha256(body) !== expected) throw new S3Error(400, 'XAmzContentSHA256Mismatch');
    const key = decodeURIComponent(path.join('/'));
    const call = { key, query: url.searchParams, headers: request.headers, body };
    this.operationOf(request.method ?? '', call)(call, response);
  }

  /** @throws S3Error if the server does not have it */
  private operationOf(method: string, { key, query }: Call): Operation {
    const kind = ['uploads', 'uploadId', 'delete', 'list-type'].find((name) => query.has(name)) ?? '';
    const place = key === '' ? '/' : '/key';
    const operation = this.operations[[method, place, kind].join(' ').trim()];
    if (!operation) throw new S3Error(501, 'NotImplemented');
    return operation;
  }

  private readonly operations: Readonly<Record<string, Operation>> = {
    'GET / list-type': ({ query }, response) => sendXml(response, this.page(query)),
    'POST / delete': ({ body }, response) => {
      const keys = valuesOf(String(body), 'Key');
      for (const key of keys) this.bucket.delete(key);
      const deleted = keys.map((key) => `<Deleted>${element('Key', key)}</Deleted>`);
      sendXml(response, `<DeleteResult>${deleted.join('')}</DeleteResult>`);
    },
    'GET /key': ({ key, headers }, response) => {
      const { content, etag, type, modifiedAt } = this.bucket.get(key);
      const { start, end } = rangeOf(headers.range, content.length);
      const isPart = headers.range !== undefined;
      if (isPart)
        response.setHeader('Content-Range', `bytes ${String(start)}-${String(end - 1)}/${String(content.length)}`);
      response.setHeader('Accept-Ranges', 'bytes').setHeader('ETag', etag).setHeader('Content-Type', type);
      response.setHeader('Last-Modified', modifiedAt.toUTCString()).setHeader('Content-Length', end - start);
      response.writeHead(isPart ? 206 : 200).end(content.subarray(start, end));
    },
    // Node sends no body in the answer to HEAD.
    'HEAD /key': (call, response) => {
      this.operations['GET /key']?.(call, response);
    },
    'PUT /key': ({ key, body, headers }, response) => {
      response.setHeader('ETag', this.bucket.put(key, body, typeOf(headers))).end();
    },
    'DELETE /key': ({ key }, response) => {
      this.bucket.delete(key);
      response.writeHead(204).end();
    },
    'POST /key uploads': ({ key, headers }, response) => {
      const id = element('UploadId', this.bucket.begin(key, typeOf(headers)));
      const place = element('Bucket', S3_BUCKET) + element('Key', key);
      sendXml(response, `<InitiateMultipartUploadResult>${place}${id}</InitiateMultipartUploadResult>`);
    },
    'PUT /key uploadId': ({ key, query, body }, response) => {
      const number = Number(query.get('partNumber'));
      response.setHeader('ETag', this.bucket.addPart(query.get('uploadId') ?? '', key, number, body)).end();
    },
    'POST /key uploadId': ({ key, query, body }, response) => {
      const text = String(body);
      const etags = valuesOf(text, 'ETag');
      const parts = valuesOf(text, 'PartNumber').map((number, at) => ({
        number: Number(number),
        etag: etags[at] ?? '',
      }));
      const etag = this.bucket.complete(query.get('uploadId') ?? '', key, parts);
      const place = element('Bucket', S3_BUCKET) + element('Key', key);
      sendXml(
        response,
        `<CompleteMultipartUploadResult>${place}${element('ETag', etag)}</CompleteMultipartUploadResult>`,
      );
    },
    'DELETE /key uploadId': ({ key, query }, response) => {
      this.bucket.abort(query.get('uploadId') ?? '', key);
      response.writeHead(204).end();
    },
  };

  /** A page of the list of keys. Its token is the last key of the page before. */
  private page(query: URLSearchParams): string {
    if (query.has('delimiter')) throw new S3Error(501, 'NotImplemented');
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const prefix = query.get('prefix') ?? '';
    const most = Math.min(Number(query.get('max-keys') ?? MOST_LISTED), MOST_LISTED);
    const found = this.bucket.keys().filter((key) => key.startsWith(prefix) && isAfter(key, after));
    const keys = found.slice(0, most);
    const isTruncated = keys.length < found.length;
    const contents = keys.map((key) => {
      const { content, etag, modifiedAt } = this.bucket.get(key);
      const times = element('LastModified', modifiedAt.toISOString());
      return `<Contents>${element('Key', key)}${times}${element('ETag', etag)}${element('Size', content.length)}</Contents>`;
    });
    const counts = element('KeyCount', keys.length) + element('MaxKeys', most) + element('IsTruncated', isTruncated);
    const next = isTruncated ? element('NextContinuationToken', keys.at(-1) ?? '') : '';
    const place = element('Name', S3_BUCKET) + element('Prefix', prefix);
    return `<ListBucketResult>${place}${counts}${next}${contents.join('')}</ListBucketResult>`;
  }
}

const isAfter = (key: string, after: string): boolean => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;

const typeOf = (headers: IncomingMessage['headers']): string => headers['content-type'] ?? 'binary/octet-stream';

/** @param size of the object, in bytes @returns the first byte, and the one after the last @throws S3Error */
function rangeOf(header: string | undefined, size: number): { readonly start: number; readonly end: number } {
  if (header === undefined) return { start: 0, end: size };
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  if (first === '') throw new S3Error(501, 'NotImplemented');
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (start >= end) throw new S3Error(416, 'InvalidRange');
  return { start, end };
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

function element(name: string, value: string | number | boolean): string {
  const text = String(value).replace(/[&<>"]/g, (mark) => ENTITIES[mark as keyof typeof ENTITIES]);
  return `<${name}>${text}</${name}>`;
}

/** The texts of all elements with a name. */
const valuesOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    Object.entries(ENTITIES).reduceRight((value, [mark, entity]) => value.replaceAll(entity, mark), text),
  );

function sendXml(response: ServerResponse, xml: string, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`);
}

/** Closes the connection, because the body of the request may not be read. */
function sendError(response: ServerResponse, { status, code, message }: S3Error): void {
  response.setHeader('Connection', 'close');
  sendXml(response, `<Error>${element('Code', code)}${element('Message', message)}</Error>`, status);
}

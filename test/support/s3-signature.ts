import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { S3Error } from './s3-error.js';

const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED = 'UNSIGNED-PAYLOAD';
const MOST_SKEW_MS = 15 * 60_000;
/** A week, the longest time that S3 allows. */
const MOST_EXPIRY_SECONDS = 604_800;

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The parts of the signature of a request, in its headers or in its query. */
interface Claim {
  readonly credential: string;
  /** As `20300101T000000Z`. */
  readonly time: string;
  readonly signedHeaders: string;
  readonly signature: string;
  /** The SHA-256 of the body in hexadecimal digits, or `UNSIGNED-PAYLOAD`. */
  readonly payload: string;
  /** Only in a query. */
  readonly expiresSeconds?: number;
}

/**
 * Verifies the signature of a request (AWS Signature Version 4) and its time.
 *
 * @returns the SHA-256 that the body must have, in hexadecimal digits; undefined if it is not signed
 * @throws S3Error if the signature is missing, wrong or too old
 */
export function verifySignature(request: IncomingMessage, url: URL, known: S3Credentials): string | undefined {
  const claim = url.searchParams.has('X-Amz-Signature') ? claimOfQuery(url.searchParams) : claimOfHeaders(request);
  const [accessKeyId, ...scope] = claim.credential.split('/');
  if (accessKeyId !== known.accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId');
  assertTime(claim);
  const text = [ALGORITHM, claim.time, scope.join('/'), sha256(canonical(request, url, claim))].join('\n');
  const key = scope.reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${known.secretAccessKey}`);
  if (hmac(key, text).toString('hex') !== claim.signature) throw new S3Error(403, 'SignatureDoesNotMatch');
  if (claim.payload === UNSIGNED) return undefined;
  if (!/^[0-9a-f]{64}$/.test(claim.payload)) throw new S3Error(501, 'NotImplemented');
  return claim.payload;
}

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

function claimOfQuery(query: URLSearchParams): Claim {
  const value = (name: string): string => query.get(`X-Amz-${name}`) ?? '';
  return {
    credential: value('Credential'),
    time: value('Date'),
    signedHeaders: value('SignedHeaders'),
    signature: value('Signature'),
    payload: query.get('X-Amz-Content-Sha256') ?? UNSIGNED,
    expiresSeconds: Number(value('Expires')),
  };
}

function claimOfHeaders({ headers }: IncomingMessage): Claim {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined)
    throw new S3Error(403, 'AccessDenied');
  const { 'x-amz-date': time, 'x-amz-content-sha256': payload } = headers;
  return { credential, signedHeaders, signature, time: String(time), payload: String(payload) };
}

function assertTime({ time, expiresSeconds }: Claim): void {
  const signed = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
  if (Number.isNaN(signed)) throw new S3Error(403, 'AccessDenied');
  const age = Date.now() - signed;
  if (expiresSeconds === undefined) {
    if (Math.abs(age) > MOST_SKEW_MS) throw new S3Error(403, 'RequestTimeTooSkewed');
  } else if (!(expiresSeconds <= MOST_EXPIRY_SECONDS && age <= expiresSeconds * 1_000 && age >= -MOST_SKEW_MS)) {
    throw new S3Error(403, 'AccessDenied', 'Request has expired');
  }
}

/** The text of a request whose hash is signed. */
function canonical({ method = '', headers }: IncomingMessage, url: URL, { signedHeaders, payload }: Claim): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort();
  const lines = signedHeaders.split(';').map((name) => `${name}:${valueOf(headers[name])}\n`);
  return [method, url.pathname, query.join('&'), lines.join(''), signedHeaders, payload].join('\n');
}

const valueOf = (value: string | string[] | undefined): string =>
  String(value ?? '')
    .trim()
    .replace(/ +/g, ' ');

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

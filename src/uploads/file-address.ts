import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an address of a file is made of. */
export interface SignedFile {
  readonly id: string;
  /** Random, of this file alone. It never leaves the service. */
  readonly secret: string;
}

/** The query of an address. */
export interface AddressSignature {
  /** When the address was made: seconds since 1970. */
  readonly at: number;
  readonly signature: string;
}

const MS = 1_000;

/** A path of the service at which the file can be read with a token. */
export const filePath = (id: string): string => `/api/files/${id}`;

/**
 * A path of the service at which the file can be read for some time without a token (`FILE_URL_SECONDS`). The key of the
 * signature is in the row of the file, so that every node makes and verifies addresses without a secret of its own.
 */
export function fileAddress(file: SignedFile, now = Date.now()): string {
  const at = Math.floor(now / MS);
  return `${filePath(file.id)}?at=${String(at)}&signature=${signatureOf(file, at)}`;
}

/** The address of the thumbnail, with the same signature. */
export const thumbnailAddress = (address: string): string => `${address}&thumbnail`;

/**
 * How long an address is still valid.
 * @param seconds for which addresses are valid
 * @returns seconds; undefined: it is not valid
 */
export function secondsLeft(
  file: SignedFile,
  { at, signature }: AddressSignature,
  seconds: number,
  now = Date.now(),
): number | undefined {
  const left = at + seconds - Math.floor(now / MS);
  // An address of the future is none of this service, whose nodes may differ by a few seconds.
  if (left <= 0 || left > seconds + LARGEST_SKEW_SECONDS) return undefined;
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(file, at))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? left : undefined;
}

const LARGEST_SKEW_SECONDS = 60;

const signatureOf = ({ id, secret }: SignedFile, at: number): string =>
  createHmac('sha256', secret)
    .update(`${id} ${String(at)}`)
    .digest('base64url');

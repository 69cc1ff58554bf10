import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import { v7 as uuidv7 } from 'uuid';

/** The parts of a file that its address is signed with. */
export interface SignedFile {
  readonly id: string;
  /** Random, of this file alone. It never leaves the service. */
  readonly secret: string;
}

export interface AddressSignature {
  /** When the address was made: seconds since 1970. Undefined: it does not expire, as that of an avatar. */
  readonly at: number | undefined;
  readonly signature: string;
}

const SECRET_BYTES = 32;

/** The id and the secret of a new file. Ids have the order of their creation. */
export const newSignedFile = (): SignedFile => ({
  id: uuidv7(),
  secret: randomBytes(SECRET_BYTES).toString('base64url'),
});

const MS = 1_000;
const PREFIX = '/api/files/';

/** A path of the service at which the file can be read with a token. */
export const filePath = (id: string): string => `${PREFIX}${id}`;

/**
 * A path of the service at which the file can be read for some time without a token (`FILE_URL_SECONDS`). The key of
 * the signature is in the row of the file, so that every node makes and verifies addresses without a secret of its own.
 */
export function fileAddress(file: SignedFile, now = Date.now()): string {
  const at = Math.floor(now / MS);
  return `${filePath(file.id)}?at=${String(at)}&signature=${signatureOf(file, at)}`;
}

/** A path of the service at which an avatar can be read without a token as long as it is in use. */
export const avatarAddress = (file: SignedFile): string =>
  `${filePath(file.id)}?signature=${signatureOf(file, AVATAR)}`;

const UUID_LENGTH = 36;

/** The upload of an address by {@link avatarAddress}; undefined: it is an address elsewhere. */
export const uploadOfAvatar = (address: string | null): string | undefined =>
  address?.startsWith(PREFIX) ? address.slice(PREFIX.length, PREFIX.length + UUID_LENGTH) : undefined;

/** Whether a signature is that of {@link avatarAddress}. */
export const isOfAvatar = (file: SignedFile, { at, signature }: AddressSignature): boolean =>
  at === undefined && isEqual(signature, signatureOf(file, AVATAR));

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
  if (at === undefined) return undefined;
  const left = at + seconds - Math.floor(now / MS);
  // An address of the future is none of this service, whose nodes may differ by a few seconds.
  if (left <= 0 || left > seconds + LARGEST_SKEW_SECONDS) return undefined;
  return isEqual(signature, signatureOf(file, at)) ? left : undefined;
}

/** In the same time for all signatures. */
function isEqual(given: string, expected: string): boolean {
  const [one, two] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === two.length && timingSafeEqual(one, two);
}

const LARGEST_SKEW_SECONDS = 60;

/** In place of the time, so that no address of a message is one of an avatar. */
const AVATAR = 'avatar';

const signatureOf = ({ id, secret }: SignedFile, at: number | typeof AVATAR): string =>
  createHmac('sha256', secret)
    .update(`${id} ${String(at)}`)
    .digest('base64url');

import type { IncomingMessage } from 'node:http';

import { HttpStatus } from '@nestjs/common';

import { ApiError } from '../../platform/http/api-error.js';
import { usernameFault } from '../../users/username.js';
import type { NamedUser } from './keys/api-key-status.repository.js';

/** The header that names the user to impersonate, for keys without a user. */
export const ON_BEHALF_OF = 'Parley-User';

const ID = /^[1-9]\d{0,9}$/;
const LARGEST_ID = 2_147_483_647;

/**
 * The user that the request names: digits are an id, all else is a username, percent-encoded if it is not ASCII.
 * @returns undefined without the header
 * @throws ApiError 400 if the header is neither
 */
export function onBehalfOf({ headers }: IncomingMessage): NamedUser | undefined {
  const text = headers[ON_BEHALF_OF.toLowerCase()];
  if (text === undefined) return undefined;
  const username = typeof text === 'string' ? decoded(text) : undefined;
  if (username !== undefined && ID.test(username) && Number(username) <= LARGEST_ID) return { id: Number(username) };
  if (username === undefined || usernameFault(username) !== undefined) {
    throw new ApiError(HttpStatus.BAD_REQUEST, `${ON_BEHALF_OF} must be the id or the username of a user.`, 'invalid');
  }
  return { username };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

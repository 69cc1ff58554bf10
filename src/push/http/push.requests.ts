import { ECDH } from 'node:crypto';

import { describedField, Optional, StrictObject } from '@parley/realtime/requests';
import { ValidateBy } from 'class-validator';

import { TextField } from '../../http/index.js';
import { LONGEST_ENDPOINT } from '../push-endpoint.js';

const KEY_BYTES = 65;
const AUTH_BYTES = 16;
/** How a point begins that is written with both of its coordinates. */
const UNCOMPRESSED = 4;
const PADDED = /^[A-Za-z0-9_-]+={0,2}$/;

/** So many bytes as base64url, as browsers have them. */
const Bytes = (length: number, isKey: boolean): PropertyDecorator =>
  describedField(
    { type: 'string', pattern: PADDED.source },
    ValidateBy({
      name: 'bytes',
      validator: {
        validate: (value) => typeof value === 'string' && isBytes(value, length) && (!isKey || isPoint(value)),
        defaultMessage: () =>
          isKey ? 'Must be a public key of P-256, as base64url.' : `Must be ${String(length)} bytes, as base64url.`,
      },
    }),
  );

/** No text is longer than it has to be for so many bytes. */
const isBytes = (value: string, length: number): boolean =>
  value.length <= 2 * length && PADDED.test(value) && Buffer.from(value, 'base64url').length === length;

/** Nothing can be encrypted for what is no point of the curve. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return Buffer.from(key, 'base64url')[0] === UNCOMPRESSED;
  } catch {
    return false;
  }
}

class SubscriptionKeys {
  @Bytes(KEY_BYTES, true)
  p256dh!: string;

  @Bytes(AUTH_BYTES, false)
  auth!: string;
}

/** A browser's `PushSubscription`, as its `toJSON()` has it. */
export class SubscribeRequest {
  @TextField({ maxLength: LONGEST_ENDPOINT })
  endpoint!: string;

  @StrictObject(() => SubscriptionKeys)
  keys!: SubscriptionKeys;

  /** Milliseconds since 1970. Whether it has expired is heard from the push service. */
  @Optional({ nullable: false })
  @describedField({ type: ['number', 'null'] }, nullOrNumber())
  expirationTime?: number | null;
}

export class UnsubscribeRequest {
  @TextField({ maxLength: LONGEST_ENDPOINT })
  endpoint!: string;
}

function nullOrNumber(): PropertyDecorator {
  return ValidateBy({
    name: 'nullOrNumber',
    validator: {
      validate: (value) => value === null || typeof value === 'number',
      defaultMessage: () => 'Must be a number or null.',
    },
  });
}

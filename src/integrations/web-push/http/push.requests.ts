import { ECDH } from 'node:crypto';

import { describedField, Optional, StrictObject } from '@parley/realtime/requests';
import { ValidateBy } from 'class-validator';

import { TextField } from '../../../platform/http/body.js';
import { LONGEST_ENDPOINT } from '../push-endpoint.js';

const KEY_BYTES = 65;
const AUTH_BYTES = 16;
/** The first byte of an uncompressed point, which has both of its coordinates. */
const UNCOMPRESSED = 4;
const PADDED = /^[A-Za-z0-9_-]+={0,2}$/;

/** A number of bytes as base64url, with or without padding, as browsers send them. */
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

/** Refuses a text that is longer than necessary before decoding it. */
const isBytes = (value: string, length: number): boolean =>
  value.length <= 2 * length && PADDED.test(value) && Buffer.from(value, 'base64url').length === length;

/** Encryption needs a point of the curve. */
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

/** A browser's `PushSubscription`, as its `toJSON()` returns it. */
export class SubscribeRequest {
  @TextField({ maxLength: LONGEST_ENDPOINT })
  endpoint!: string;

  @StrictObject(() => SubscriptionKeys)
  keys!: SubscriptionKeys;

  /** Milliseconds since 1970. Not used: the push service reports whether it has expired. */
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

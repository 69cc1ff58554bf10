import { createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import { KnownSenders } from './known-senders.js';

/**
 * Why a packet of Redis is not believed. `unsigned`: it has no signature. `forged`: its signature was made with another
 * secret, for another channel or for another packet. `replayed`: this node has received it before. `late`: its time
 * differs too much from this node's.
 */
export type DropReason = 'unsigned' | 'forged' | 'replayed' | 'late';

/** `own`: this node has published the packet, which Redis returns to it. */
export type Verdict = 'valid' | 'own' | DropReason;

/** The age up to which a packet is valid, in both directions: the clocks of the nodes may differ by this much. */
export const LONGEST_AGE_MS = 30_000;

const KEY_BYTES = 32;
const KEY_PURPOSE = 'parley packets between nodes';

/** The signed head of a packet: the sender's epoch, its count of packets, and its time in milliseconds since 1970. */
const EPOCH_BYTES = 16;
const NUMBER_BYTES = 6;
const HEAD_BYTES = EPOCH_BYTES + 2 * NUMBER_BYTES;
const CHANNEL_LENGTH_BYTES = 4;
const MAC_BYTES = 32;
const SIGNATURE_BYTES = HEAD_BYTES + MAC_BYTES;
/** In base64url, without padding. */
const SIGNATURE_CHARACTERS = (SIGNATURE_BYTES / 3) * 4;

/** A JSON object gets one more field, a MessagePack array of three gets a fourth element, as its last bytes. */
const OBJECT = 0x7b;
const JSON_BEFORE = ',"signature":"';
const JSON_AFTER = '"}';
const [JSON_BEFORE_BYTES, JSON_AFTER_BYTES] = [Buffer.from(JSON_BEFORE), Buffer.from(JSON_AFTER)];
const ARRAY_OF_THREE = 0x93;
const ARRAY_OF_FOUR = 0x94;
const PACK_BEFORE = Buffer.of(0xd9, SIGNATURE_CHARACTERS);

/**
 * Signs the packets of this node, and verifies those of others, with an HMAC-SHA-256 of the channel, the sender, its
 * count, the time and the bytes of the packet. Without the secret a packet can be neither made nor changed, repeated or
 * moved to another channel.
 */
export class PacketSignatures {
  /** Random, so that the counts of a restarted node begin anew. */
  private readonly epoch = randomBytes(EPOCH_BYTES);
  private readonly keys: readonly [KeyObject, ...KeyObject[]];
  private readonly senders = new KnownSenders(2 * LONGEST_AGE_MS);
  private count = 0;

  /**
   * @param secrets the first one signs, all verify
   * @param now milliseconds since 1970
   * @throws Error without a secret
   */
  constructor(
    secrets: readonly string[],
    private readonly now: () => number = Date.now,
  ) {
    const [first, ...others] = secrets.map(keyOf);
    if (!first) throw new Error('Packets cannot be signed without a secret.');
    this.keys = [first, ...others];
  }

  /**
   * @param packet a JSON object with fields, or a MessagePack array of three elements
   * @throws TypeError for any other packet
   */
  sign(channel: string, packet: string | Buffer): string | Buffer {
    const head = this.nextHead();
    if (typeof packet === 'string') {
      if (!packet.startsWith('{"')) throw new TypeError('A packet must be a JSON object.');
      const body = packet.slice(0, -1);
      return body + JSON_BEFORE + signatureOf(head, macOf(this.keys[0], head, channel, body)) + JSON_AFTER;
    }
    if (packet[0] !== ARRAY_OF_THREE) throw new TypeError('A packet must be a MessagePack array of three elements.');
    const body = Buffer.concat([Buffer.of(ARRAY_OF_FOUR), packet.subarray(1)]);
    const signature = signatureOf(head, macOf(this.keys[0], head, channel, body));
    return Buffer.concat([body, PACK_BEFORE, Buffer.from(signature, 'latin1')]);
  }

  /** @param channel the channel on which the packet has arrived */
  verify(channel: string | Buffer, packet: Buffer): Verdict {
    const parts = partsOf(packet);
    if (!parts) return 'unsigned';
    const { head, mac, body } = parts;
    if (this.epoch.equals(head.subarray(0, EPOCH_BYTES))) return 'own';
    if (!this.keys.some((key) => timingSafeEqual(mac, macOf(key, head, channel, body)))) return 'forged';
    const now = this.now();
    if (Math.abs(now - head.readUIntBE(EPOCH_BYTES + NUMBER_BYTES, NUMBER_BYTES)) > LONGEST_AGE_MS) return 'late';
    const isNew = this.senders.accept(
      head.toString('latin1', 0, EPOCH_BYTES),
      head.readUIntBE(EPOCH_BYTES, NUMBER_BYTES),
      now,
    );
    return isNew ? 'valid' : 'replayed';
  }

  private nextHead(): Buffer {
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    this.epoch.copy(head);
    head.writeUIntBE(this.count, EPOCH_BYTES, NUMBER_BYTES);
    head.writeUIntBE(this.now(), EPOCH_BYTES + NUMBER_BYTES, NUMBER_BYTES);
    this.count += 1;
    return head;
  }
}

/** Another purpose gives another key: what is signed here is no token, and a token is no packet. */
const keyOf = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', KEY_PURPOSE, KEY_BYTES)));

/** The length of the channel separates it from the body. */
function macOf(key: KeyObject, head: Buffer, channel: string | Buffer, body: string | Buffer): Buffer {
  const length = Buffer.allocUnsafe(CHANNEL_LENGTH_BYTES);
  length.writeUInt32BE(Buffer.byteLength(channel));
  return createHmac('sha256', key).update(head).update(length).update(channel).update(body).digest();
}

const signatureOf = (head: Buffer, mac: Buffer): string => Buffer.concat([head, mac]).toString('base64url');

/** @returns undefined if the packet does not end with a signature */
function partsOf(packet: Buffer): { readonly head: Buffer; readonly mac: Buffer; readonly body: Buffer } | undefined {
  const isJson = packet[0] === OBJECT;
  if (!isJson && packet[0] !== ARRAY_OF_FOUR) return undefined;
  const end = packet.length - (isJson ? JSON_AFTER_BYTES.length : 0);
  const start = end - SIGNATURE_CHARACTERS;
  const before = isJson ? JSON_BEFORE_BYTES : PACK_BEFORE;
  const bodyEnd = start - before.length;
  if (bodyEnd < 1 || !packet.subarray(bodyEnd, start).equals(before)) return undefined;
  if (isJson && !packet.subarray(end).equals(JSON_AFTER_BYTES)) return undefined;
  const signature = Buffer.from(packet.toString('latin1', start, end), 'base64url');
  if (signature.length !== SIGNATURE_BYTES) return undefined;
  return {
    head: signature.subarray(0, HEAD_BYTES),
    mac: signature.subarray(HEAD_BYTES),
    body: packet.subarray(0, bodyEnd),
  };
}

import fc from 'fast-check';

import { LONGEST_AGE_MS, PacketSignatures } from './packet-signatures.js';

const CHANNEL = 'parley:deployment#/#room:1#';

let now: number;
beforeEach(() => {
  now = Date.now();
});

const node = (...secrets: string[]): PacketSignatures => new PacketSignatures(secrets, () => now);
const bytes = (packet: string | Buffer): Buffer => Buffer.from(packet as string);

/** The packets of both adapters: a JSON object with fields, and a MessagePack array of three. */
const json = fc
  .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { minKeys: 1 })
  .map((value) => JSON.stringify(value));
const pack = fc.uint8Array({ maxLength: 200 }).map((value) => Buffer.concat([Buffer.of(0x93), value]));
const packets = fc.oneof(json, pack);
const channels = fc.string({ unit: 'binary' });

describe('a signed packet', () => {
  it('is valid on its channel, once, at every other node with the secret', () => {
    fc.assert(
      fc.property(packets, channels, (packet, channel) => {
        const [sender, one, other] = [node('a'), node('a'), node('a')];
        const signed = bytes(sender.sign(channel, packet));
        for (const receiver of [one, other]) {
          expect(receiver.verify(Buffer.from(channel), signed)).toBe('valid');
          expect(receiver.verify(channel, signed)).toBe('replayed');
        }
        expect(sender.verify(channel, signed)).toBe('own');
      }),
    );
  });

  it('is the same packet to a reader that ignores what it does not know', () => {
    fc.assert(
      fc.property(json, (packet) => {
        const { signature, ...rest } = JSON.parse(String(node('a').sign(CHANNEL, packet))) as Record<string, unknown>;
        const { signature: _, ...given } = JSON.parse(packet) as Record<string, unknown>;
        expect([signature, rest]).toEqual([expect.stringMatching(/^[\w-]{80}$/), given]);
      }),
    );
    fc.assert(
      fc.property(pack, (packet) => {
        const signed = node('a').sign(CHANNEL, packet) as Buffer;
        // An array of four: the three elements, and a text of 80 characters.
        const expected = [0x94, ...packet.subarray(1), 0xd9, 80];
        expect([...signed.subarray(0, expected.length)]).toEqual(expected);
        expect(signed.toString('latin1', expected.length)).toMatch(/^[\w-]{80}$/);
      }),
    );
  });

  it('is not valid with any bit changed, cut at any place, or with anything after it', () => {
    fc.assert(
      fc.property(packets, fc.nat(), fc.nat(7), fc.uint8Array({ minLength: 1 }), (packet, at, bit, more) => {
        const signed = bytes(node('a').sign(CHANNEL, packet));
        // The last two bytes are neither signed nor the signature.
        const changed = [at % signed.length, signed.length - 2, signed.length - 1].map((place) => {
          const copy = Buffer.from(signed);
          copy[place]! ^= 1 << bit;
          return copy;
        });
        const receiver = node('a');
        for (const wrong of [...changed, signed.subarray(0, at % signed.length), Buffer.concat([signed, more])]) {
          expect(['unsigned', 'forged']).toContain(receiver.verify(CHANNEL, wrong));
        }
        expect(receiver.verify(CHANNEL, signed)).toBe('valid');
      }),
    );
  });

  it('is forged on any other channel, and with any other secret', () => {
    fc.assert(
      fc.property(packets, channels, channels, fc.string(), fc.string(), (packet, one, other, right, wrong) => {
        fc.pre(one !== other && right !== wrong);
        const signed = bytes(node(right).sign(one, packet));
        expect(node(right).verify(other, signed)).toBe('forged');
        expect(node(wrong).verify(one, signed)).toBe('forged');
      }),
    );
  });

  it('is late when its age exceeds the limit, in the past and in the future', () => {
    const [sender, receiver] = [node('a'), node('a')];
    const begin = now;
    for (const [difference, verdict] of [
      [LONGEST_AGE_MS, 'valid'],
      [-LONGEST_AGE_MS, 'valid'],
      [LONGEST_AGE_MS + 1, 'late'],
      [-LONGEST_AGE_MS - 1, 'late'],
    ] as const) {
      now = begin;
      const signed = bytes(sender.sign(CHANNEL, '{"a":1}'));
      now = begin + difference;
      expect(receiver.verify(CHANNEL, signed)).toBe(verdict);
    }
  });

  it('is never valid twice, whenever it is repeated', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 3 * LONGEST_AGE_MS }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: -LONGEST_AGE_MS, max: LONGEST_AGE_MS }), delays, (skew, waits) => {
        const receiver = node('a');
        const sender = new PacketSignatures(['a'], () => now + skew);
        const signed = bytes(sender.sign(CHANNEL, '{"a":1}'));
        expect(receiver.verify(CHANNEL, signed)).toBe('valid');
        for (const ms of waits) {
          now += ms;
          // Other senders come, which makes room for them.
          expect(receiver.verify(CHANNEL, bytes(node('a').sign(CHANNEL, '{"a":1}')))).toBe('valid');
          expect(['replayed', 'late']).toContain(receiver.verify(CHANNEL, signed));
        }
      }),
    );
  });

  it('is valid while secrets are rotated, whatever their order on the nodes', () => {
    const orders = [['old'], ['old', 'new'], ['new', 'old'], ['new']];
    orders.forEach((secrets, step) => {
      // Nodes of a step meet those of the step before and after.
      for (const others of orders.slice(Math.max(0, step - 1), step + 2)) {
        expect(node(...others).verify(CHANNEL, bytes(node(...secrets).sign(CHANNEL, '{"a":1}')))).toBe('valid');
      }
    });
    expect(node('new').verify(CHANNEL, bytes(node('old').sign(CHANNEL, '{"a":1}')))).toBe('forged');
  });
});

describe('a packet without a signature', () => {
  it('is recognised, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(packets.map(bytes), fc.uint8Array().map(Buffer.from)), (packet) => {
        expect(node('a').verify(CHANNEL, packet as Buffer)).toBe('unsigned');
      }),
    );
  });
});

describe('the signatures of a node', () => {
  it('need a secret, and a packet of a known form', () => {
    expect(() => node()).toThrow('without a secret');
    for (const packet of ['[]', '{}', '', Buffer.of(0x92), Buffer.alloc(0)]) {
      expect(() => node('a').sign(CHANNEL, packet)).toThrow(TypeError);
    }
  });
});

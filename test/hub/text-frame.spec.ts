import { OutboundFrame, textFrame } from '@parley/realtime/hub';
import { SerialisedPart } from '@parley/realtime/restricted-part';
import fc from 'fast-check';

import { textsIn } from '../support/texts-in.js';

it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('a text frame of %i bytes is read unchanged', (length) => {
  const text = 'x'.repeat(length);
  expect(textsIn(textFrame(text))).toEqual([text]);
});

it('a text frame counts bytes instead of characters', () => {
  for (const text of ['é'.repeat(63), '👋'.repeat(16_384), 'ß'.repeat(40_000)]) {
    expect(textsIn(textFrame(text))).toEqual([text]);
  }
});

it('a text frame can be followed by another', () => {
  const texts = ['one', 'two'.repeat(100), 'three'];
  expect(textsIn(Buffer.concat(texts.map(textFrame)))).toEqual(texts);
});

it('a frame with serialised parts is the text of their values, in any sizes', () => {
  const value = fc.string({ unit: 'grapheme', maxLength: 3_000 }).map((text) => ({ text: text.repeat(4) }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.tuple(value, fc.boolean())), fc.string(), (fields, session) => {
      const entries = Object.entries(fields);
      const data = Object.fromEntries(
        entries.map(([key, [part, isSerialised]]) => [key, isSerialised ? SerialisedPart.of(part) : part]),
      );
      const frame = { eventType: 'chat.notifications', data, meta: { session } };
      const { bytes, serialised } = OutboundFrame.from(frame);
      const [text] = textsIn(Buffer.isBuffer(bytes) ? bytes : Buffer.concat(bytes));
      expect(text).toBe(serialised.text);
      const plain = Object.fromEntries(entries.map(([key, [part]]) => [key, part]));
      expect(JSON.parse(text!)).toEqual({ ...frame, data: plain });
    }),
  );
});

it('large serialised parts are shared by frames, and not copied', () => {
  const part = SerialisedPart.of(['x'.repeat(10_000)]);
  for (const session of ['one', 'another']) {
    const { bytes } = OutboundFrame.from({ eventType: 'chat.notifications', data: { part }, meta: { session } });
    expect(bytes).toContain(part.utf8);
  }
});

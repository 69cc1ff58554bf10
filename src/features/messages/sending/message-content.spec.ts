import { ErrorCode, Refusal } from '@parley/protocol';
import fc from 'fast-check';

import type { StoredAttachment } from '../attachments/attachment.view.js';
import { checkRules } from './message-content.js';
import type { ContentRules } from './message-content.js';

type Content = Parameters<typeof checkRules>[1];

const rules: fc.Arbitrary<ContentRules> = fc.record({
  maxMessageLength: fc.option(fc.integer({ min: 1, max: 8 })),
  mediaAllowed: fc.boolean(),
});

/** Letters of one and of two code units. */
const text = fc.string({ unit: fc.constantFrom('a', ' ', 'ü', '🙂'), maxLength: 12 });
const attachments = fc.array(fc.constant({} as StoredAttachment), { maxLength: 2 });
const content: fc.Arbitrary<Content> = fc.record({
  content: text,
  attachments,
  forwardedFrom: fc.option(fc.record({ content: text, attachments })),
});

const codePoints = (value: string): number => Array.from(value).length;

/** The fields at fault. */
function faultsOf(given: ContentRules, message: Content): string[] {
  try {
    checkRules(given, message);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).code).toBe(ErrorCode.invalid);
    return Object.keys((error as Refusal).detail);
  }
}

/** The first rule that the message breaks, in the order in which its author would correct them. */
function expectedFaults({ maxMessageLength, mediaAllowed }: ContentRules, message: Content): string[] {
  const forwarded = message.forwardedFrom ?? { content: '', attachments: [] };
  const isTooLong = (value: string): boolean => codePoints(value) > (maxMessageLength ?? Infinity);
  const hasForbidden = ({ length }: readonly unknown[]): boolean => !mediaAllowed && length > 0;
  if (isTooLong(message.content)) return ['content'];
  if (isTooLong(forwarded.content)) return ['extra_fields.forwarded_from_id'];
  if (hasForbidden(message.attachments)) return ['extra_fields.media'];
  return hasForbidden(forwarded.attachments) ? ['extra_fields.forwarded_from_id'] : [];
}

describe('the rules of a room', () => {
  it('refuse exactly the messages that break one', () => {
    fc.assert(
      fc.property(rules, content, (given, message) => {
        expect(faultsOf(given, message)).toEqual(expectedFaults(given, message));
      }),
    );
  });

  it('refuse nothing of what stricter rules permit', () => {
    const stricter = ({ maxMessageLength }: ContentRules): ContentRules => ({
      maxMessageLength: Math.min(maxMessageLength ?? Infinity, 4),
      mediaAllowed: false,
    });
    fc.assert(
      fc.property(rules, content, (given, message) => {
        fc.pre(faultsOf(stricter(given), message).length === 0);
        expect(faultsOf(given, message)).toEqual([]);
      }),
    );
  });
});

import { CloseCode, ErrorCode } from '@parley/protocol';

import { closeAction, isPermanent } from './codes.js';

const ACTIONS = {
  'get a new token': 'reconnect with another token',
  'reconnect and sync': 'reconnect',
  'fix the client': 'stop',
} as const;

it.each(Object.values(CloseCode))('follows the advice of the close code $code: $advice', ({ code, advice }) =>
  expect(closeAction(code, false)).toBe(ACTIONS[advice]),
);

it.each([
  [ErrorCode.notPermitted, true],
  [ErrorCode.invalid, true],
  [ErrorCode.notFound, true],
  [ErrorCode.conflict, true],
  [ErrorCode.internal, false],
  [ErrorCode.tooFast, false],
])('knows whether a refusal with %d is permanent', (code, permanent) => expect(isPermanent(code)).toBe(permanent));

describe('closeAction', () => {
  it.each([1000, 1001, 1005, 1006, 1011, 1012, 1013, 4008])('reconnects after close code %d', (code) => {
    expect(closeAction(code, false)).toBe('reconnect');
  });

  it.each([1002, 1003, 1007, 1008, 1009, 4009, 4029])('stops after close code %d', (code) => {
    expect(closeAction(code, false)).toBe('stop');
  });

  it('requests another token after 4001, and stops when that one is rejected too', () => {
    expect(closeAction(4001, false)).toBe('reconnect with another token');
    expect(closeAction(4001, true)).toBe('stop');
  });
});

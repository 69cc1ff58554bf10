import { CloseCode, ErrorCode } from '@parley/protocol';

import { CLOSE_CODES, closeAction, ERROR_CODES } from './codes.js';

describe('the copied codes of the client', () => {
  it('equal those of the protocol', () => {
    expect(ERROR_CODES).toEqual(ErrorCode);
    expect(CLOSE_CODES).toEqual(Object.fromEntries(Object.entries(CloseCode).map(([name, { code }]) => [name, code])));
  });
});

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

import { CloseCode, ErrorCode } from '@parley/protocol';

import { CLOSE_CODES, ERROR_CODES } from './codes.js';

describe('the copied codes of the client', () => {
  it('equal those of the protocol', () => {
    expect(ERROR_CODES).toEqual(ErrorCode);
    expect(CLOSE_CODES).toEqual(Object.fromEntries(Object.entries(CloseCode).map(([name, { code }]) => [name, code])));
  });
});

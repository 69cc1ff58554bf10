import { CloseCode, ErrorCode } from '@parley/protocol';

import { Closed, Refused } from './codes.js';

describe('the codes that the client brings along', () => {
  it('are those of the protocol', () => {
    expect(Refused).toEqual(ErrorCode);
    expect(Closed).toEqual(Object.fromEntries(Object.entries(CloseCode).map(([name, { code }]) => [name, code])));
  });
});

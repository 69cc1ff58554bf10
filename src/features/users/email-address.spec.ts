import { addressKey, domainOf, emailFault } from './email-address.js';

describe('an e-mail address', () => {
  it.each(['ada@example.com', "o'neill+chat@example.com", 'жанна@example.com', 'ada@exämple.com', 'ada@EXAMPLE.com'])(
    'may be %s',
    (email) => expect(emailFault(email)).toBeUndefined(),
  );

  it.each([
    'nobody',
    'a@b\ud800',
    '"ada"@example.com',
    '"a b"@example.com',
    '"a\r\nRCPT TO:<b@example.com>"@example.com',
    'ada@example.com\r\nBcc: b@example.com',
    'a\u202eda@example.com',
    'a\u200bda@example.com',
    'ada@exam\u00adple.com',
    'ada@example.com.',
    'ada@[127.0.0.1]',
    `ada@${'İ'.repeat(60)}.${'İ'.repeat(60)}.com`,
    `${'a'.repeat(300)}@example.com`,
  ])('may not be %j', (email) => expect(emailFault(email)).toBeDefined());

  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['ada@exämple.com', 'ada@xn--exmple-cua.com'],
    ['ada@EXÄMPLE.com', 'ada@xn--exmple-cua.com'],
    ['ada@\u017fite.example', 'ada@site.example'],
    ['ada@\u212aelvin.example', 'ada@kelvin.example'],
    ['rene\u0301@example.com', 'rené@example.com'],
  ])('%j reaches the mailbox of %s', (one, other) => expect(addressKey(one)).toBe(addressKey(other)));

  it.each([
    ['\u0131da@example.com', 'ida@example.com'],
    ['ada@\u0131sle.example', 'ada@isle.example'],
    ['a.da@example.com', 'ada@example.com'],
  ])('%j reaches another mailbox than %s', (one, other) => expect(addressKey(one)).not.toBe(addressKey(other)));

  it('is of a domain', () => expect(['a@OWLS.example', 'a@b'].map(domainOf)).toEqual(['owls.example', 'b']));
});

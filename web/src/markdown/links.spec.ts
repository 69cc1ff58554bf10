import { hiddenHost, hostOf } from './links.js';

it.each([
  ['https://evil.example/a', 'https://bank.example', 'evil.example'],
  ['https://evil.example', 'bank.example/login', 'evil.example'],
  ['https://evil.example', 'WWW.Bank.Example', 'evil.example'],
  ['https://bank.example.evil.example', 'bank.example', 'bank.example.evil.example'],
  ['https://bank.example@evil.example', 'bank.example', 'evil.example'],
  ['https://evil.example:8443', 'https://bank.example', 'evil.example:8443'],
  ['https://b\u0430nk.example', 'bank.example', 'xn--bnk-6cd.example'],
  ['mailto:me@evil.example', 'you@bank.example', 'evil.example'],
])('a link to %s with the text %j leads to %s', (href, text, host) => expect(hiddenHost(href, text)).toBe(host));

it.each([
  ['https://bank.example/a/b?c', 'https://bank.example'],
  ['https://www.bank.example', 'bank.example'],
  ['https://bank.example', 'see www.bank.example for more'],
  ['https://xn--bcher-kva.example', 'https://b\u00fccher.example'],
  ['https://evil.example', 'our offers'],
  ['https://evil.example', 'version 2.0 and e.g. 3.1'],
  ['mailto:me@bank.example', 'me@bank.example'],
])('a link to %s with the text %j says where it leads', (href, text) => expect(hiddenHost(href, text)).toBeUndefined());

it.each([
  ['https://user:secret@b\u00fccher.example:444/x', 'xn--bcher-kva.example:444'],
  ['mailto:a@b.example', 'b.example'],
])('the host of %s is %s', (href, host) => expect(hostOf(href)).toBe(host));

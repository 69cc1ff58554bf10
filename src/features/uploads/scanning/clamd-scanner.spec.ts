import { Readable } from 'node:stream';

import { SIGNATURE, StandInClamd, VIRUS } from '../../../../test/support/stand-in-clamd.js';
import type { ClamdFault } from '../../../../test/support/stand-in-clamd.js';
import { ClamdScanner } from './clamd-scanner.js';
import { ScanFailed, ScannerAway } from './scanner.js';
import type { Verdict } from './scanner.js';

const LONG = 'parley '.repeat(300_000);

let clamd: StandInClamd;

beforeAll(async () => {
  clamd = await StandInClamd.start();
});
beforeEach(() => {
  clamd.fault = undefined;
  clamd.scanned.length = 0;
});
afterAll(() => clamd.close());

const scannerAt = (address: string): ClamdScanner => {
  const [host = '', port] = address.split(':');
  return new ClamdScanner({ host, port: Number(port) });
};

const bytesOf = (...parts: readonly string[]): Readable =>
  Readable.from(
    parts.map((part) => Buffer.from(part)),
    { objectMode: false },
  );

const scan = (bytes: Readable, signal = new AbortController().signal): Promise<Verdict> =>
  scannerAt(clamd.address).scan(bytes, 0, signal);

describe('clamd', () => {
  it.each([
    ['no byte', []],
    ['some bytes', ['abc']],
    ['several parts', ['a', 'bc', '', 'd']],
    ['more than a connection takes at once', [LONG, LONG, 'end']],
  ])('gets %s as they are', async (_, parts) => {
    await expect(scan(bytesOf(...parts))).resolves.toEqual({ isClean: true });
    expect(clamd.scanned).toEqual([parts.join('')]);
  });

  it('names what it has found', async () => {
    await expect(scan(bytesOf('a', VIRUS))).resolves.toEqual({ isClean: false, signature: SIGNATURE });
  });

  it.each<[ClamdFault, new () => Error]>([
    ['closes at once', ScannerAway],
    ['closes after the bytes', ScannerAway],
    ['refuses the size', ScanFailed],
    ['replies an error', ScanFailed],
    ['never ends its reply', ScanFailed],
    ['lies', ScanFailed],
  ])('that %s has no verdict', async (fault, expected) => {
    clamd.fault = fault;
    await expect(scan(bytesOf('a', LONG))).rejects.toThrow(expected);
  });

  it('that cannot be reached is away', async () => {
    const other = await StandInClamd.start();
    await other.close();
    await expect(scannerAt(other.address).scan(bytesOf('a'), 1, new AbortController().signal)).rejects.toThrow(
      ScannerAway,
    );
  });

  it('that does not reply is left with the reason of the signal', async () => {
    const release = clamd.hold();
    const ending = new AbortController();
    const scanned = scan(bytesOf('a'), ending.signal);
    await expect.poll(() => clamd.scanned).toEqual(['a']);
    ending.abort(new Error('too late'));
    await expect(scanned).rejects.toThrow('too late');
    release();
  });

  it('is not blamed for bytes that fail', async () => {
    const failing = new Readable({
      read() {
        this.destroy(new Error('the store is away'));
      },
    });
    await expect(scan(failing)).rejects.toThrow('the store is away');
  });
});

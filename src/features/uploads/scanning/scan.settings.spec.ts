import { readConfig } from '../../../platform/config/read-config.js';
import { scanPart, ScanSettings } from './scan.settings.js';

describe('the configuration of the scanner of files', () => {
  const scannerOf = (environment: Record<string, string>): ScanSettings['scanner'] =>
    readConfig([scanPart], environment).of(ScanSettings).scanner;

  it('is empty by default', () => expect(scannerOf({})).toBeUndefined());

  it.each([
    ['clamd:3310', { host: 'clamd', port: 3310 }],
    ['10.0.0.7:3310', { host: '10.0.0.7', port: 3310 }],
    ['[::1]:3310', { host: '::1', port: 3310 }],
    ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ])('has clamd at %s', (raw, address) => {
    expect(scannerOf({ CLAMD_ADDRESS: raw })).toEqual({ kind: 'clamd', address });
  });

  it.each(['clamd', 'clamd:0', 'clamd:65536', 'unix:', 'unix:clamd.ctl', 'tcp://clamd:3310', ':3310'])(
    'refuses %s as the address of clamd',
    (raw) => {
      expect(() => scannerOf({ CLAMD_ADDRESS: raw })).toThrow(
        'CLAMD_ADDRESS: must be host:port, such as clamd:3310, or unix:/path of a socket',
      );
    },
  );

  it('has a scanner of its own at a URL, which has no password', () => {
    expect(scannerOf({ SCAN_URL: 'https://scan.example/v1?key=hunter2' })).toEqual({
      kind: 'http',
      url: 'https://scan.example/v1?key=hunter2',
    });
    expect(() => scannerOf({ SCAN_URL: 'https://ada:hunter2@scan.example/' })).toThrow(
      'SCAN_URL: must not contain a user or a password',
    );
    expect(() => scannerOf({ SCAN_URL: 'ftp://scan.example/' })).toThrow('SCAN_URL: must be a URL');
  });

  it('refuses two scanners', () => {
    expect(() => scannerOf({ CLAMD_ADDRESS: 'clamd:3310', SCAN_URL: 'https://scan.example/' })).toThrow(
      'SCAN_URL: set either this or CLAMD_ADDRESS, not both',
    );
  });
});

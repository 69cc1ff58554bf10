import type { CleanedEnv } from 'envalid';
import { makeValidator } from 'envalid';

import { url, WrongValue } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';

/** Where clamd listens. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** The program that scans files. */
export type ScannerSettings =
  | { readonly kind: 'clamd'; readonly address: ClamdAddress }
  | { readonly kind: 'http'; readonly url: string };

const HOST_AND_PORT = /^([A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]):(\d{1,5})$/;
const SOCKET = /^unix:(\/.+)$/;
const HIGHEST_PORT = 65_535;

/** @returns undefined: it is none */
function clamdAddressIn(raw: string): ClamdAddress | undefined {
  const [, path] = SOCKET.exec(raw) ?? [];
  if (path !== undefined) return { path };
  const [, host = '', , port = ''] = HOST_AND_PORT.exec(raw) ?? [];
  const isPort = Number(port) >= 1 && Number(port) <= HIGHEST_PORT;
  return isPort ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : undefined;
}

/** `host:port`, or `unix:/path`. */
const clamdAddress = makeValidator<string>((raw) => {
  if (clamdAddressIn(raw)) return raw;
  throw new WrongValue('must be host:port, such as clamd:3310, or unix:/path of a socket');
});

/** The scan of every file, before anybody can read it. */
export abstract class ScanSettings {
  /** Undefined: files are not scanned. */
  abstract readonly scanner: ScannerSettings | undefined;
}

const variables = {
  CLAMD_ADDRESS: clamdAddress({
    default: undefined,
    desc: 'clamd that scans every file before anybody can read it: host:port, or unix:/path of its socket.',
  }),
  SCAN_URL: url(['https:', 'http:'], { credentials: false })({
    default: undefined,
    desc: 'Scanner of your own in place of clamd: it gets each file by POST and answers {"clean": true} or {"clean": false}.',
  }),
};

type Values = CleanedEnv<typeof variables>;

/** Two scanners would be a question without an answer: which of them decides. */
const faultsOf = ({ CLAMD_ADDRESS: address, SCAN_URL: url }: Values): string[] =>
  address === undefined || url === undefined ? [] : ['SCAN_URL: set either this or CLAMD_ADDRESS, not both'];

function scannerOf({ CLAMD_ADDRESS: raw, SCAN_URL: url }: Values): ScannerSettings | undefined {
  const address = raw === undefined ? undefined : clamdAddressIn(raw);
  if (address) return { kind: 'clamd', address };
  return url === undefined ? undefined : { kind: 'http', url };
}

export const scanPart = settingsPart({
  token: ScanSettings,
  variables,
  faults: faultsOf,
  settings: (values): ScanSettings => ({ scanner: scannerOf(values) }),
});

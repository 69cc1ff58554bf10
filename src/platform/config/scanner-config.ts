import { makeValidator } from 'envalid';

import { WrongValue } from './parsers.js';

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
export const clamdAddress = makeValidator<string>((raw) => {
  if (clamdAddressIn(raw)) return raw;
  throw new WrongValue('must be host:port, such as clamd:3310, or unix:/path of a socket');
});

interface Values {
  readonly CLAMD_ADDRESS: string | undefined;
  readonly SCAN_URL: string | undefined;
}

/** Two scanners would be a question without an answer: which of them decides. */
export const scannerFaults = ({ CLAMD_ADDRESS: address, SCAN_URL: url }: Values): string[] =>
  address === undefined || url === undefined ? [] : ['SCAN_URL: set either this or CLAMD_ADDRESS, not both'];

/** Undefined: files are not scanned. */
export function scannerOf({ CLAMD_ADDRESS: raw, SCAN_URL: url }: Values): ScannerSettings | undefined {
  const address = raw === undefined ? undefined : clamdAddressIn(raw);
  if (address) return { kind: 'clamd', address };
  return url === undefined ? undefined : { kind: 'http', url };
}

import { ClamdScanner } from './clamd-scanner.js';
import { HttpScanner } from './http-scanner.js';
import type { ScanSettings } from './scan.settings.js';
import type { Scanner } from './scanner.js';

/** The token of the scanner of the deployment. Undefined: it has none. */
export const SCANNER = Symbol('the scanner of files');

/** The scanner that the configuration names. One that does not answer yet does not prevent the start. */
export function openScanner({ scanner }: ScanSettings): Scanner | undefined {
  if (!scanner) return undefined;
  return scanner.kind === 'clamd' ? new ClamdScanner(scanner.address) : new HttpScanner(scanner.url);
}

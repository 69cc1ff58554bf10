import { t } from '../languages/translate.js';

/** Browsers by their mark in a `User-Agent`; those first that also have the marks of later ones. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const LONGEST_NAME = 40;

const nameIn = (list: typeof BROWSERS, device: string): string | undefined =>
  list.find(([mark]) => mark.test(device))?.[1];

/** For example `Chrome on Linux`; of an unknown client the first product of its `User-Agent`. */
export function deviceName(device: string | null): string {
  if (device === null) return t('settings.unknownDevice');
  const [browser, system] = [nameIn(BROWSERS, device), nameIn(SYSTEMS, device)];
  if (browser !== undefined && system !== undefined) return t('settings.browserOnSystem', { browser, system });
  const [product = device] = device.split('/');
  return browser ?? system ?? product.slice(0, LONGEST_NAME);
}

import { formatFileSize } from '../../../src/conversation/file-size.js';
import { locale } from '../../../src/languages/translate.js';

/** For example `3.4 MB`. */
export const fileSize = (bytes: number): string => formatFileSize(bytes, locale.value);

/** For example `12,345`, or `0.25`. */
export const numberText = (value: number): string =>
  new Intl.NumberFormat(locale.value, { maximumFractionDigits: value < 10 ? 2 : 0 }).format(value);

/** For example `12 ms`, or `1.5 s`. */
export function durationText(seconds: number): string {
  const isLong = seconds >= 1;
  const options = { style: 'unit', unit: isLong ? 'second' : 'millisecond', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale.value, options).format(isLong ? seconds : seconds * 1_000);
}

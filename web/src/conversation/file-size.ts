const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** For example `3.4 MB` or `192 bytes`. */
export function formatFileSize(bytes: number, locale: string): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  // The short name of a byte has no plural.
  const unitDisplay = step === 0 ? 'long' : 'short';
  const options = { style: 'unit', unit: UNITS[step] ?? 'byte', unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** step);
}

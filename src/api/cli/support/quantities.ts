/** A number of things for people: `1 message`, `1,204 messages`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
/** Larger values would be rounded to 1,000. */
const LARGEST = 999.95;

/** A number of bytes for people: `38.2 MB`. */
export function sizeText(bytes: number): string {
  const valueIn = (power: number): number => bytes / 1_000 ** power;
  const fitting = UNITS.findIndex((_, power) => valueIn(power) < LARGEST);
  const power = fitting < 0 ? UNITS.length - 1 : fitting;
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(valueIn(power));
}

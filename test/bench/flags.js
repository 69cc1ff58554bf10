import { parseArgs } from 'node:util';

const USAGE = `npm run bench -- [--curves] [--only NAME,NAME…] [--rounds N (5, of curves 3)]
  [--seconds S (4, of curves 1)] [--steps N (all of a curve)] [--out FOLDER (bench-results)]`;

/** A curve has many points, so each is measured for a shorter time. */
const PACES = { measures: { rounds: '5', seconds: '4' }, curves: { rounds: '3', seconds: '1' } };

/**
 * @param {string[]} words
 * @param {{ measures: string[], curves: string[] }} names available; default: all measures, or all curves
 * @throws {Error} with the usage
 */
export function readFlags(words, names) {
  try {
    return read(words, names);
  } catch (error) {
    const { measures, curves } = names;
    const can = `${USAGE}\nThe measures: ${measures.join(', ')}\nThe curves: ${curves.join(', ')}`;
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${can}`, { cause: error });
  }
}

/** @param {string[]} words @param {{ measures: string[], curves: string[] }} names */
function read(words, names) {
  const { values } = parseArgs({
    args: words,
    options: {
      curves: { type: 'boolean', default: false },
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      steps: { type: 'string' },
      out: { type: 'string', default: 'bench-results' },
    },
  });
  const kind = values.curves ? 'curves' : 'measures';
  const only = values.only?.split(',') ?? names[kind];
  const unknown = only.filter((name) => ![...names.measures, ...names.curves].includes(name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}.`);
  return {
    only,
    out: values.out,
    rounds: positive('rounds', Number(values.rounds ?? PACES[kind].rounds), Number.isInteger),
    seconds: positive('seconds', Number(values.seconds ?? PACES[kind].seconds), Number.isFinite),
    steps: values.steps === undefined ? Infinity : positive('steps', Number(values.steps), Number.isInteger),
  };
}

/**
 * @param {string} flag
 * @param {number} value
 * @param {(value: number) => boolean} fits
 */
function positive(flag, value, fits) {
  if (!(fits(value) && value > 0)) throw new Error(`--${flag} takes a number above 0.`);
  return value;
}

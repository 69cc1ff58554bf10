import { parseArgs } from 'node:util';

const USAGE = `npm run soak -- [--minutes M (30)] [--users N (40)] [--seed S (any whole number)]
  [--out FOLDER (soak-results)]`;
const FEWEST_USERS = 8;

/**
 * @param {string[]} words
 * @throws {Error} with the usage
 */
export function readFlags(words) {
  try {
    return read(words);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, { cause: error });
  }
}

/** @param {string[]} words */
function read(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      minutes: { type: 'string', default: '30' },
      users: { type: 'string', default: '40' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      out: { type: 'string', default: 'soak-results' },
    },
  });
  const [minutes, users, seed] = [Number(values.minutes), Number(values.users), Number(values.seed)];
  if (!(minutes > 0 && minutes < Infinity)) throw new Error('--minutes takes a number above 0.');
  if (!(Number.isInteger(users) && users >= FEWEST_USERS)) {
    throw new Error(`--users takes a whole number from ${String(FEWEST_USERS)} on.`);
  }
  if (!(Number.isInteger(seed) && seed >= 0)) throw new Error('--seed takes a whole number from 0 on.');
  return { minutes, users, seed, out: values.out };
}

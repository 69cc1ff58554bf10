import { parseArgs } from 'node:util';

const USAGE =
  'npm run chaos -- [--minutes M (5)] [--users N (200)] [--seed S (any whole number)] [--ha [--asynchronous]]';

/**
 * @param {string[]} words
 * @throws {Error} with the usage
 */
export function readFlags(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      minutes: { type: 'string', default: '5' },
      users: { type: 'string', default: '200' },
      ha: { type: 'boolean', default: false },
      asynchronous: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    },
  });
  const minutes = Number(values.minutes);
  const [users, seed] = [Number(values.users), Number(values.seed)];
  const { ha, asynchronous } = values;
  const good =
    minutes > 0 && Number.isInteger(users) && users > 1 && Number.isInteger(seed) && seed >= 0 && (ha || !asynchronous);
  if (!good) throw new Error(USAGE);
  return { minutes, users, seed, ha, asynchronous };
}

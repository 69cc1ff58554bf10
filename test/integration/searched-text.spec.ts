import { folded } from '@parley/protocol/text';
import type pg from 'pg';

import { inClass } from '../../src/platform/database/searched-text/character-ranges.js';
import { searchedText } from '../../src/platform/database/searched-text/searched-text.js';
import { idsByName, namePatterns } from '../../src/features/users/name-search.js';
import { connected } from '../support/database.js';
import { sharedService } from '../support/shared-services.js';

let database: pg.Client;

beforeAll(async () => {
  database = await connected((await sharedService()).serviceData);
});
afterAll(() => database.end());

const ADDED = [
  '1c89 2c2f a7c0 a7c7-a7dc a7f1-a7f5 10570-10595 105c9-105e4 10d50-10d65 11383-11391 16ea0-16eb8',
  '1ccd6-1ccf9 1e030-1e06d',
].join(' ');
/** Pairs of letters that Unicode has added since 2019, which a database may not know. */
const NEWER = new RegExp(`[${inClass(ADDED)}]`, 'u');

/** All characters that a database can store, each with letters around it, a thousand in a text. */
const TEXTS = Array.from({ length: 0x110 }, (_, thousand) =>
  Array.from({ length: 0x1000 }, (_unit, at) => thousand * 0x1000 + at)
    .filter((code) => code > 1 && (code < 0xd800 || code > 0xdfff))
    .map((code) => `a${String.fromCodePoint(code)}b${String.fromCodePoint(code)}`)
    .filter((text) => !/\p{Cn}|\p{Co}/u.test(text) && !NEWER.test(text)),
).filter((texts) => texts.length > 0);

/** The texts whose form in the database is another one, by the character in them. */
async function different(name: string, form: (text: string) => string): Promise<string[]> {
  const found: string[] = [];
  for (const texts of TEXTS) {
    const { rows } = await database.query<{ form: string }>(`SELECT ${name}(t) AS form FROM unnest($1::text[]) t`, [
      texts,
    ]);
    found.push(
      ...texts.filter((text, at) => form(text) !== rows[at]!.form).map((text) => text.codePointAt(1)!.toString(16)),
    );
  }
  return found;
}

describe('a text in the database', () => {
  it('has the folded form that the program makes, of every character', async () => {
    await expect(different('folded_text', folded)).resolves.toEqual([]);
  });

  it('has the searched form that the program makes, of every character', async () => {
    await expect(different('searched_text', (text) => searchedText(text).text)).resolves.toEqual([]);
  });
});

it('the work of a search by words of names is bounded by an index', async () => {
  expect(namePatterns('anna m')).toEqual(['% anna%', '% m%']);
  // Values that the planner does not know, as in a search of any words.
  await database.query('SET plan_cache_mode = force_generic_plan');
  await database.query(`PREPARE search (text, text) AS ${idsByName(['$1', '$2'])}`);
  const { rows } = await database.query<Record<string, string>>(
    `EXPLAIN (COSTS off) EXECUTE search ('% anna%', '% m%')`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Bitmap Index Scan on users_names_idx');
  expect(plan).not.toContain('Sort');
  expect(plan).not.toContain('Parallel');
});

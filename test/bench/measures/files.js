import { generate } from '../load/generate.js';
import { peakOf, resetPeak } from '../load/server-process.js';
import { median, ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';

const MIB = 1_024 ** 2;
/** The largest file by default. */
export const BYTES = 25 * MIB;
const IN_MEBIBYTES = { unit: 'MiB/s' };
/** The number of files for each second of a measurement. */
const FILES_PER_SECOND = 4;
const WARM_UP_FILES = 3;
const SIZES = [1, 25, 200];
const FILES_OF_A_SIZE = 3;
/** In mebibytes. */
const RANGES = [1, 8];
const READERS = { atOnce: 4, warmUpMs: 1_000 };

/**
 * The place of files of a Parley.
 * @param {import('../contenders/contender.js').Contender} parley
 * @returns {Promise<import('../load/file-wires.js').FilePlace>}
 */
export async function placeIn({ url, rooms }) {
  const [room] = await rooms(1, 2);
  return { wire: 'parley', url: url.replace(/^ws/, 'http'), token: room?.tokens[0] ?? '', roomId: room?.id ?? '' };
}

/**
 * Uploads of 25 MiB, one after the other, until each can be read: Parley checks the bytes, flushes them to the disk and
 * commits. The others write the body to a file.
 * @type {import('./measure.js').Measure}
 */
const filesUpload = {
  name: 'files-upload',
  run: async (lab, { rounds, seconds }) => {
    const [bare, nginx, parley] = [await lab.bareFiles(), await lab.nginxFiles(), await lab.parley()];
    const served = { place: await placeIn(parley), pid: parley.pid };
    /** @type {Record<'bare' | 'pdf' | 'text', number[]>} */
    const costs = { bare: [], pdf: [], text: [] };
    const load = { bytes: BYTES, warmUp: WARM_UP_FILES, count: Math.ceil(seconds * FILES_PER_SECOND) };
    /** @param {{ place: import('../load/file-wires.js').FilePlace, pid: number }} server @param {number[]} [all] */
    const rateOf = async ({ place, pid }, mimeType = 'application/pdf', all = []) => {
      const { times, cost } = await generate('uploads', { ...load, place, pid, mimeType });
      all.push(cost);
      return BYTES / MIB / (median(times) / 1_000);
    };
    const found = await inRounds(rounds, {
      bare: () => rateOf(bare, 'application/pdf', costs.bare),
      nginx: async () => (nginx ? rateOf(nginx) : NaN),
      pdf: () => rateOf(served, 'application/pdf', costs.pdf),
      text: () => rateOf(served, 'text/plain', costs.text),
    });
    const row = (/** @type {string} */ what, /** @type {number[]} */ values, unit = 'MiB/s') =>
      result('files-upload', what, values, { unit });
    const ratio = (/** @type {string} */ what, /** @type {number[]} */ values) =>
      result('files-upload', what, values, { bar: { least: 0.5 } });
    return [
      row('plain Node server', found.bare),
      row('Parley, a PDF', found.pdf),
      row('Parley, a text', found.text),
      ratio('a PDF / plain Node server', ratios(found.pdf, found.bare)),
      ratio('a text / plain Node server', ratios(found.text, found.bare)),
      ...(nginx
        ? [
            row('nginx, WebDAV', found.nginx),
            ratio('a PDF / nginx', ratios(found.pdf, found.nginx)),
            ratio('a text / nginx', ratios(found.text, found.nginx)),
          ]
        : []),
      row('processor time of a file, plain Node server', costs.bare, 'ms'),
      row('processor time of a PDF', costs.pdf, 'ms'),
      row('processor time of a text', costs.text, 'ms'),
    ];
  },
};

/**
 * Random ranges of a file of 25 MiB, four at once.
 * @type {import('./measure.js').Measure}
 */
const filesRanges = {
  name: 'files-ranges',
  run: async (lab, { rounds, seconds }) => {
    const [bare, parley] = [await lab.bareFiles(), await placeIn(await lab.parley())];
    /** @type {import('../report/result.js').Result[]} */
    const results = [];
    for (const mebibytes of RANGES) {
      const load = { ...READERS, range: mebibytes * MIB, bytes: BYTES, ms: seconds * 1_000 };
      const rateOf = async (/** @type {import('../load/file-wires.js').FilePlace} */ place) =>
        (await generate('ranges', { ...load, place })) / MIB;
      const found = await inRounds(rounds, { bare: () => rateOf(bare.place), parley: () => rateOf(parley) });
      const what = `ranges of ${String(mebibytes)} MiB`;
      results.push(
        result('files-ranges', `${what}, plain Node server`, found.bare, IN_MEBIBYTES),
        result('files-ranges', `${what}, Parley`, found.parley, IN_MEBIBYTES),
        result('files-ranges', `${what}, Parley / plain Node server`, ratios(found.parley, found.bare), {
          bar: { least: 0.8 },
        }),
      );
    }
    return results;
  },
};

/**
 * The most memory of the service while files of different sizes are stored.
 * @type {import('./measure.js').Measure}
 */
const filesMemory = {
  name: 'files-memory',
  run: async (lab, { rounds }) => {
    const parley = await lab.parley();
    const place = await placeIn(parley);
    const peakWith = async (/** @type {number} */ mebibytes, /** @type {number} */ count) => {
      resetPeak(parley.pid);
      const file = { mimeType: 'text/plain', bytes: mebibytes * MIB };
      await generate('uploads', { place, pid: parley.pid, ...file, warmUp: 0, count });
      return peakOf(parley.pid) / MIB;
    };
    // The memory that code and pools take at first use is no part of the result.
    for (const size of SIZES) await peakWith(size, 1);
    const found = await inRounds(
      rounds,
      Object.fromEntries(SIZES.map((size) => [String(size), () => peakWith(size, FILES_OF_A_SIZE)])),
    );
    const of = (/** @type {number | undefined} */ size) => found[String(size)] ?? [];
    return [
      ...SIZES.map((size) =>
        result('files-memory', `the peak with files of ${String(size)} MiB`, of(size), { unit: 'MiB' }),
      ),
      result('files-memory', '200 MiB / 1 MiB', ratios(of(SIZES.at(-1)), of(SIZES[0])), { bar: { most: 1.2 } }),
    ];
  },
};

export const files = [filesUpload, filesRanges, filesMemory];

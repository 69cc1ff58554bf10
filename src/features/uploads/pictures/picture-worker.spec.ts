import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

import sharp from 'sharp';

import type { PictureJob } from './picture-job.js';
import { PictureWorker } from './picture-worker.js';
import type { PictureLimits } from './picture-worker.js';
import { PictureFolder, USER } from './pictures.fake.js';
import { PictureRefused, PicturesBusy } from './pictures.js';

const LIMITS: PictureLimits = { cpuMs: 60_000, wallMs: 60_000, rss: 2 ** 31, idleMs: 60_000 };

const small = (): Promise<Buffer> =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
const WAIT = { timeout: 10_000, interval: 1 };
let madeLarge: Promise<Buffer> | undefined;

/** A picture that takes seconds. */
function large(): Promise<Buffer> {
  madeLarge ??= sharp({
    create: { width: 7_000, height: 7_000, channels: 3, background: 'red' },
    limitInputPixels: false,
  })
    .composite([{ input: { text: { text: '<b>Ada Lovelace</b>', dpi: 900 } } }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  return madeLarge;
}

/** The fields of `/proc/<pid>/stat`; undefined: the process has ended. */
const stat = (path: string): string[] | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8').replace(/.*\) /s, '').split(' ') : undefined;
const hasEnded = (pid: number): boolean => (stat(`/proc/${String(pid)}/stat`)?.[0] ?? 'Z') === 'Z';

function kill({ pid }: PictureWorker): void {
  if (pid === undefined) throw new Error('there is no process');
  process.kill(pid, 'SIGKILL');
}

describe('the process of pictures', () => {
  let folder: PictureFolder;
  let worker: PictureWorker;

  beforeAll(async () => {
    folder = await PictureFolder.create();
  });
  afterAll(() => folder.end());
  afterEach(() => worker.stop());

  async function jobOf(bytes: Buffer): Promise<PictureJob> {
    const source = folder.path();
    await writeFile(source, bytes);
    const rewrite = { thumbnail: folder.path(), mimeType: 'image/png', keepMetadata: false };
    return { source, target: folder.path(), rewrite };
  }

  it('has the lowest priority in all its threads, and no secret of the service', async () => {
    worker = new PictureWorker(LIMITS);
    await expect(worker.run(await jobOf(await small()))).resolves.toMatchObject({ name: 'done' });
    const tasks = `/proc/${String(worker.pid)}/task`;
    const priorities = readdirSync(tasks).map((task) => stat(`${tasks}/${task}/stat`)?.[16]);
    expect(new Set(priorities)).toEqual(new Set(['19']));
    expect(readFileSync(`/proc/${String(worker.pid)}/environ`, 'utf8')).not.toContain('PATH');
  });

  it('ends its picture if it is killed, and starts again', async () => {
    worker = new PictureWorker(LIMITS);
    const outcome = worker.run(await jobOf(await large()));
    kill(worker);
    await expect(outcome).resolves.toEqual({ name: 'crashed' });
    await expect(worker.run(await jobOf(await small()))).resolves.toMatchObject({ name: 'done' });
  });

  it.each<[string, Partial<PictureLimits>, object]>([
    ['too much processor time', { cpuMs: 1 }, { name: 'refused', reason: 'it takes too long' }],
    ['too much memory', { rss: 1 }, { name: 'refused', reason: 'it takes too much memory' }],
    ['too much time', { wallMs: 1 }, { name: 'overdue' }],
  ])('is killed if a picture takes %s, and starts again', async (_, limit, outcome) => {
    worker = new PictureWorker({ ...LIMITS, ...limit });
    const run = worker.run(await jobOf(await large()));
    const pid = worker.pid ?? 0;
    await expect(run).resolves.toEqual(outcome);
    expect(hasEnded(pid)).toBe(true);
    expect(worker.pid).toBeUndefined();
  });

  it('ends when it is idle, and when the service stops', async () => {
    worker = new PictureWorker({ ...LIMITS, idleMs: 1 });
    const job = await jobOf(await small());
    await worker.run(job);
    await vi.waitFor(() => expect(worker.pid).toBeUndefined(), WAIT);
    await expect(worker.run(job)).resolves.toMatchObject({ name: 'done' });
    worker = new PictureWorker(LIMITS);
    await worker.run(job);
    const pid = worker.pid ?? 0;
    await worker.stop();
    expect(hasEnded(pid)).toBe(true);
  });
});

describe('the queue of pictures', () => {
  it('tries a picture again once if the process crashes', async () => {
    const run = vi.spyOn(PictureWorker.prototype, 'run');
    const folder = await PictureFolder.create({ limits: LIMITS });
    const killIn = (times: number): Promise<void> =>
      vi.waitFor(() => {
        expect(run).toHaveBeenCalledTimes(times);
        kill(run.mock.contexts[times - 1] as PictureWorker);
      }, WAIT);
    try {
      const first = folder.process(await large(), 'image/png');
      await killIn(1);
      await expect(first).resolves.toMatchObject({ width: 7_000 });
      const second = expect(folder.process(await large(), 'image/png')).rejects.toBeInstanceOf(PicturesBusy);
      await killIn(3);
      await killIn(4);
      await second;
    } finally {
      run.mockRestore();
      await folder.end();
    }
  });

  it('may try a picture again later that took long on a busy machine', async () => {
    const folder = await PictureFolder.create({ limits: { ...LIMITS, wallMs: 1 } });
    await expect(folder.process(await large(), 'image/png')).rejects.toBeInstanceOf(PicturesBusy);
    await folder.end();
  });

  it('refuses further pictures when it is full, and makes those that wait', async () => {
    const folder = await PictureFolder.create({ maxQueued: 2 });
    const bytes = await small();
    const source = folder.path();
    await writeFile(source, bytes);
    const made = Array.from({ length: 4 }, () => folder.pictures.avatar(USER, { source, target: folder.path() }));
    const outcomes = await Promise.allSettled(made);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[3]).toMatchObject({ reason: expect.any(PicturesBusy) as PicturesBusy });
    await folder.end();
  });

  it('ends with the service: pictures in progress and in the queue may be tried again later', async () => {
    const folder = await PictureFolder.create();
    const made = [folder.process(await large(), 'image/png'), folder.process(await small(), 'image/png')];
    const outcomes = Promise.allSettled(made);
    await folder.pictures.onApplicationShutdown();
    for (const { status, ...outcome } of await outcomes) {
      expect(status).toBe('rejected');
      expect(outcome).toMatchObject({ reason: expect.any(PicturesBusy) as PicturesBusy });
      expect(outcome).not.toMatchObject({ reason: expect.any(PictureRefused) as PictureRefused });
    }
    await folder.end();
  });
});

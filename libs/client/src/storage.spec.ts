import { Keeping } from './keeping.js';
import type { ParleyError } from './parley-error.js';
import { LocalStorage } from './storage.js';
import type { Kept } from './storage.js';

const kept = (seq: number): Kept => ({ positions: { room: seq }, outbox: [] });

describe('what is kept in the browser', () => {
  const items = new Map<string, string>();
  const storage = new LocalStorage('parley:ada', {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  });

  it('is found again, and is nothing at first', async () => {
    await expect(storage.load()).resolves.toBeUndefined();
    await storage.save(kept(7));
    await expect(storage.load()).resolves.toEqual(kept(7));
    expect([...items.keys()]).toEqual(['parley:ada']);
  });
});

describe('keeping', () => {
  it('writes nothing before it has read, and then the latest, one writing at a time', async () => {
    const saved: Kept[] = [];
    let position = 1;
    let finish: () => void = () => undefined;
    const storage = {
      load: () => Promise.resolve(kept(5)),
      save: (each: Kept) => {
        saved.push(each);
        return new Promise<void>((resolve) => (finish = resolve));
      },
    };
    const keeping = new Keeping(
      storage,
      () => kept(position),
      () => undefined,
    );
    keeping.now();
    expect(saved).toEqual([]);
    await keeping.load(({ positions: { room = 0 } }) => (position = room));
    expect(saved).toEqual([kept(5)]);
    for (position of [6, 7, 8]) keeping.now();
    finish();
    await new Promise(setImmediate);
    finish();
    await keeping.settled();
    expect(saved).toEqual([kept(5), kept(8)]);
  });

  it('tells what is wrong with the storage, and goes on without', async () => {
    const errors: ParleyError[] = [];
    const fails = (): Promise<never> => Promise.reject(new Error('full'));
    const keeping = new Keeping(
      { load: fails, save: fails },
      () => kept(1),
      (error) => errors.push(error),
    );
    await keeping.load(() => undefined);
    keeping.now();
    await keeping.settled();
    expect(errors).toMatchObject([
      { code: 'storage', detail: 'full' },
      { code: 'storage', detail: 'full' },
    ]);
  });
});

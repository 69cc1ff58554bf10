import type { ParleyError } from './parley-error.js';
import { StateSaver } from './state-saver.js';
import { LocalStorage } from './storage.js';
import type { StoredState } from './storage.js';

const state = (seq: number): StoredState => ({ positions: { room: seq }, outbox: [] });

describe('LocalStorage', () => {
  const items = new Map<string, string>();
  const storage = new LocalStorage('parley:ada', {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  });

  it('loads nothing at first, and later the saved state', async () => {
    await expect(storage.load()).resolves.toBeUndefined();
    await storage.save(state(7));
    await expect(storage.load()).resolves.toEqual(state(7));
    expect([...items.keys()]).toEqual(['parley:ada']);
  });
});

describe('StateSaver', () => {
  it('saves nothing before it has loaded, then only the latest state, one write at a time', async () => {
    const saved: StoredState[] = [];
    let position = 1;
    let finish: () => void = () => undefined;
    const storage = {
      load: () => Promise.resolve(state(5)),
      save: (each: StoredState) => {
        saved.push(each);
        return new Promise<void>((resolve) => (finish = resolve));
      },
    };
    const saver = new StateSaver(
      storage,
      () => state(position),
      () => undefined,
    );
    saver.save();
    expect(saved).toEqual([]);
    await saver.load(({ positions: { room = 0 } }) => (position = room));
    expect(saved).toEqual([state(5)]);
    for (position of [6, 7, 8]) saver.save();
    finish();
    await new Promise(setImmediate);
    finish();
    await saver.flush();
    expect(saved).toEqual([state(5), state(8)]);
  });

  it('reports storage errors and continues', async () => {
    const errors: ParleyError[] = [];
    const fails = (): Promise<never> => Promise.reject(new Error('full'));
    const saver = new StateSaver(
      { load: fails, save: fails },
      () => state(1),
      (error) => errors.push(error),
    );
    await saver.load(() => undefined);
    saver.save();
    await saver.flush();
    expect(errors).toMatchObject([
      { code: 'storage', detail: 'full' },
      { code: 'storage', detail: 'full' },
    ]);
  });
});

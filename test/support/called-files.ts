import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { eventually } from './eventually.js';
import type { Inspector } from './inspector.js';

/** Each module of the sources by itself: a service that runs it can be asked which of them it calls. */
const MODULES = join(import.meta.dirname, '../../dist/modules');
export const MAIN_OF_MODULES = join(MODULES, 'src/main.js');

interface Script {
  readonly url: string;
  readonly functions: readonly CalledFunction[];
}

interface CalledFunction {
  readonly functionName: string;
  readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
}

/** How often each function of the sources was called, by its file and its place in it. */
type Calls = ReadonlyMap<string, number>;

/** The method of the periodic statement, by which waiting is measured. */
const BEAT = 'src/platform/database/pulse/database-pulse.ts beat';

/** Counts the calls of the functions of a service. */
export class CalledFiles {
  private constructor(private readonly inspector: Inspector) {}

  static async of(inspector: Inspector): Promise<CalledFiles> {
    await inspector.evaluate('Profiler.enable', {});
    await inspector.evaluate('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return new CalledFiles(inspector);
  }

  /**
   * The source files that an act calls.
   * @param act is completed by the service when it resolves
   * @param times how often it is repeated, after one that is not counted
   * @returns all of them, and those that every repetition calls before it is completed, and no timer in a quiet time
   */
  async during(act: () => Promise<void>, times: number): Promise<{ readonly all: string[]; readonly own: string[] }> {
    await act();
    await this.calls();
    let beats = 0;
    const all = new Set<string>();
    let inEach: readonly string[] | undefined;
    for (let time = 0; time < times; time += 1) {
      await act();
      const calls = await this.calls();
      beats += beatsOf(calls);
      const called = [...calls].filter(([, count]) => count > 0).map(([name]) => name);
      for (const name of called) all.add(name);
      inEach = inEach?.filter((name) => called.includes(name)) ?? called;
    }
    const idle = await this.idleFor(beats);
    return { all: filesOf([...all]), own: filesOf((inEach ?? []).filter((name) => (idle.get(name) ?? 0) === 0)) };
  }

  /** The calls of as many periods as these. */
  private async idleFor(beats: number): Promise<Calls> {
    const all = new Map<string, number>();
    await eventually(async () => {
      for (const [name, count] of await this.calls()) all.set(name, (all.get(name) ?? 0) + count);
      return beatsOf(all) >= beats;
    });
    return all;
  }

  /** Since the last time. */
  private async calls(): Promise<Calls> {
    const { result } = await this.inspector.evaluate<{ result: readonly Script[] }>('Profiler.takePreciseCoverage', {});
    return new Map(result.flatMap(callsIn));
  }
}

const filesOf = (names: readonly string[]): string[] => [...new Set(names.map((name) => name.split(' ')[0]!))].sort();

function callsIn({ url, functions }: Script): (readonly [string, number])[] {
  if (!url.startsWith(`file://${MODULES}/`)) return [];
  const file = relative(MODULES, fileURLToPath(url)).replace(/\.js$/, '.ts');
  return functions.flatMap(({ functionName, ranges: [range] }) =>
    !range ? [] : [[`${file} ${functionName} ${String(range.startOffset)}`, range.count] as const],
  );
}

const beatsOf = (calls: Calls): number =>
  Math.max(0, ...[...calls].filter(([name]) => name.startsWith(BEAT)).map(([, count]) => count));

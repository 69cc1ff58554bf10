import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

export interface ChaosPlan {
  /** For a shell. */
  readonly command: string;
  readonly everySeconds: number;
  /** How long everything goes on, so that nothing is hurt too late to heal. */
  readonly seconds: number;
  readonly seed: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told of a command that failed: it breaks no promise. */
  readonly failed: (round: number, how: string) => void;
}

/** At the end nobody hurts the deployment any more. */
const HEALING_SECONDS = 5;
/** A command that runs for longer after the end is killed. */
const PATIENCE_MS = 60_000;

/** Runs the command again and again, one at a time, until the signal; what runs then is waited for. */
export async function chaos(plan: ChaosPlan, end: AbortSignal): Promise<void> {
  const last = performance.now() + (plan.seconds - Math.min(HEALING_SECONDS, plan.seconds / 4)) * 1_000;
  for (let round = 1; ; round += 1) {
    await delay(plan.everySeconds * 1_000, undefined, { signal: end }).catch(() => undefined);
    if (end.aborted || performance.now() > last) return;
    await hurt(plan, round, end);
  }
}

async function hurt(plan: ChaosPlan, round: number, end: AbortSignal): Promise<void> {
  const env = { ...plan.environment, PARLEY_VERIFY_SEED: String(plan.seed), PARLEY_VERIFY_ROUND: String(round) };
  // What it prints goes to standard error: standard output is the report's.
  const child = spawn(plan.command, { shell: true, env, stdio: ['ignore', process.stderr, process.stderr] });
  let patience: NodeJS.Timeout | undefined;
  const loseIt = (): void => {
    patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  };
  if (end.aborted) loseIt();
  else end.addEventListener('abort', loseIt, { once: true });
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (code !== 0) plan.failed(round, code === null ? `ended by ${String(signal)}` : `code ${String(code)}`);
  } catch (error) {
    plan.failed(round, (error as Error).message);
  } finally {
    end.removeEventListener('abort', loseIt);
    clearTimeout(patience);
  }
}

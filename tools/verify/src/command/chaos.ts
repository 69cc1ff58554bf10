import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

export interface ChaosPlan {
  /** The shell command. */
  readonly command: string;
  readonly everySeconds: number;
  /** The duration of the run. The command is not started in its last seconds. */
  readonly seconds: number;
  readonly seed: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called when the command fails, which breaks no promise. */
  readonly failed: (round: number, how: string) => void;
}

/** The time before the end in which the command is not started, so that the deployment can recover. */
const HEALING_SECONDS = 5;
/** The timeout of a command after the end; then it is killed. */
const TIMEOUT_MS = 60_000;

/** Runs the command repeatedly, one at a time, until the signal. Waits for a command that is running then. */
export async function chaos(plan: ChaosPlan, end: AbortSignal): Promise<void> {
  const last = performance.now() + (plan.seconds - Math.min(HEALING_SECONDS, plan.seconds / 4)) * 1_000;
  for (let round = 1; ; round += 1) {
    await delay(plan.everySeconds * 1_000, undefined, { signal: end }).catch(() => undefined);
    if (end.aborted || performance.now() > last) return;
    await runCommand(plan, round, end);
  }
}

async function runCommand(plan: ChaosPlan, round: number, end: AbortSignal): Promise<void> {
  const env = { ...plan.environment, PARLEY_VERIFY_SEED: String(plan.seed), PARLEY_VERIFY_ROUND: String(round) };
  // Its output goes to standard error, since standard output is for the report.
  const child = spawn(plan.command, { shell: true, env, stdio: ['ignore', process.stderr, process.stderr] });
  let timeout: NodeJS.Timeout | undefined;
  const killLater = (): void => {
    timeout = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  };
  if (end.aborted) killLater();
  else end.addEventListener('abort', killLater, { once: true });
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (code !== 0) plan.failed(round, code === null ? `ended by ${String(signal)}` : `code ${String(code)}`);
  } catch (error) {
    plan.failed(round, (error as Error).message);
  } finally {
    end.removeEventListener('abort', killLater);
    clearTimeout(timeout);
  }
}

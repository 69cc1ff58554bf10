import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { programFolder } from '../../../platform/package/package-info.js';
import type { FileJob, FileOutcome, FileReport } from './picture-job.js';

export interface JobLimits {
  /** Processor time. */
  readonly cpuMs: number;
  /** Time on the clock, which is longer on a machine that has other work: the process has the lowest priority. */
  readonly wallMs: number;
}

export interface PictureLimits extends JobLimits {
  /** The memory of the process, in bytes. */
  readonly rss: number;
  /** The process ends after this time without a picture. */
  readonly idleMs: number;
}

/** Crashed, overdue: perhaps not because of the file. */
export type WorkerOutcome = FileOutcome | { readonly name: 'crashed' | 'overdue' };

/** The bundle of `picture-process.ts`, also for modules that are not bundled. */
const PROCESS = join(programFolder, 'picture-process.js');
/** Pictures are not in this memory. */
const EXEC_ARGV = ['--max-old-space-size=64'];

/**
 * The process that decodes and encodes pictures, and reads media, one at a time. It starts with the first, and again
 * after its end.
 */
export class PictureWorker {
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly limits: PictureLimits) {}

  /** Undefined: there is no process. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /**
   * Does a job, within limits of its own if it has some. The caller waits for its end before the next. Never rejects.
   */
  async run(job: FileJob, limits: JobLimits = this.limits): Promise<WorkerOutcome> {
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const outcome = await this.outcome(child, job, limits);
    this.idle = setTimeout(() => void this.stop(), this.limits.idleMs).unref();
    return outcome;
  }

  /** Ends the process, and the job in progress as crashed. */
  async stop(): Promise<void> {
    clearTimeout(this.idle);
    const child = this.child;
    this.child = undefined;
    if (!child?.kill('SIGKILL')) return;
    await once(child, 'exit');
  }

  /** Without the environment, which contains the secrets of the service. */
  private start(): ChildProcess {
    const child = fork(PROCESS, { execArgv: EXEC_ARGV, env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const forget = (): void => {
      if (this.child === child) this.child = undefined;
    };
    return child.on('exit', forget).on('error', forget);
  }

  private outcome(child: ChildProcess, job: FileJob, { cpuMs, wallMs }: JobLimits): Promise<WorkerOutcome> {
    return new Promise((resolve) => {
      let ending: WorkerOutcome = { name: 'crashed' };
      const end = (outcome: WorkerOutcome): void => {
        clearTimeout(overdue);
        child.off('message', receive).off('exit', endAfterExit).off('error', endAfterExit);
        resolve(outcome);
      };
      const endAfterExit = (): void => end(ending);
      const kill = (outcome: WorkerOutcome): void => {
        ending = outcome;
        child.kill('SIGKILL');
      };
      const overdue = setTimeout(() => kill({ name: 'overdue' }), wallMs);
      const receive = (report: FileReport): void => {
        if (report.name !== 'usage') end(report);
        else if (report.rss > this.limits.rss) kill({ name: 'refused', reason: 'it takes too much memory' });
        else if (report.cpuMs > cpuMs) kill({ name: 'refused', reason: 'it takes too long' });
      };
      child.on('message', receive).on('exit', endAfterExit).on('error', endAfterExit);
      child.send(job);
    });
  }
}

import { randomBytes } from 'node:crypto';

import { invalid } from '@parley/protocol';
import { Command, Option } from 'nest-commander';

import { FOUND_FAULTY, Examples, ParleyCommand } from '../../../../src/api/cli/support/parley-command.js';
import type { OutputOptions } from '../../../../src/api/cli/support/parley-command.js';
import { processEnvironment } from '../../../../src/platform/config/read-config.js';
import { styled } from '../../../../src/platform/logging/terminal-style.js';
import type { Credentials } from '../crowd/credentials.js';
import type { Report } from '../report.js';
import { Verification } from '../verification.js';
import { requireAnswers } from './answering.js';
import { chaos } from './chaos.js';
import { originOf, settingsOf } from './flags.js';
import type { Flags, VerifySettings } from './flags.js';
import { progress } from './progress.js';
import { reportText } from './report-text.js';
import { CreatedUsers, fromAccounts, fromTokens } from './users.js';

const USERS = 20;
/** The default rate: each user sends a message every two seconds. */
const MESSAGES_A_USER = 0.5;
/**
 * The maximum rate at which a connection stays below the default rate limit, including all other requests of the user.
 */
const MOST_MESSAGES_A_USER = 15;

@Command({
  name: 'verify',
  description: 'check every promise on a running deployment; exit code 1 if one is broken or unchecked',
})
@Examples(
  'parley verify --url ws://127.0.0.1:3000',
  'parley verify --url wss://chat.example.com --accounts accounts.csv --minutes 5',
)
export class VerifyCommand extends ParleyCommand {
  @Option({
    flags: '--url <addresses>',
    description: 'address of the deployment as ws://host:port, or several addresses separated by commas',
  })
  parseUrl(text: string): string {
    return text;
  }

  @Option({ flags: '--users <n>', description: 'number of users (20 are created; of given users, all)' })
  parseUsers(text: string): string {
    return text;
  }

  @Option({ flags: '--minutes <m>', description: 'duration of the verification in minutes, may be a fraction (1)' })
  parseMinutes(text: string): string {
    return text;
  }

  @Option({
    flags: '--accounts <file>',
    description: 'CSV file with the columns username,password; otherwise users are created',
  })
  parseAccounts(text: string): string {
    return text;
  }

  @Option({ flags: '--tokens <file>', description: 'file with one access token in each line; - is standard input' })
  parseTokens(text: string): string {
    return text;
  }

  @Option({ flags: '--rate <r>', description: 'messages a second in total (half the number of users)' })
  parseRate(text: string): string {
    return text;
  }

  @Option({
    flags: '--chaos <command>',
    description: 'shell command that breaks parts of the deployment, run repeatedly',
  })
  parseChaos(text: string): string {
    return text;
  }

  @Option({ flags: '--chaos-every <seconds>', description: 'pause before each run of the chaos command (10)' })
  parseChaosEvery(text: string): string {
    return text;
  }

  @Option({ flags: '--seed <n>', description: 'make the same random choices as an earlier run' })
  parseSeed(text: string): string {
    return text;
  }

  @Option({
    flags: '--permit-announced-losses',
    description: 'accept that the database loses messages if every client that had one is reset by a new epoch',
  })
  parsePermitAnnouncedLosses(): boolean {
    return true;
  }

  async run(_: string[], flags: Flags & OutputOptions): Promise<void> {
    const settings = settingsOf(flags);
    const interrupted = onceInterrupted();
    const run = randomBytes(4).toString('hex');
    if (flags.accounts !== undefined || flags.tokens !== undefined) {
      const given = await givenCredentials(flags, settings);
      await requireAnswers(settings.addresses);
      this.report(flags, await verify(settings, flags, given, { run, interrupted }));
      return;
    }
    const count = settings.users ?? USERS;
    // Both fail before users are created.
    rateOf(settings, count);
    await requireAnswers(settings.addresses);
    const made = await CreatedUsers.create(this.deployment, run, count);
    try {
      this.report(flags, await verify(settings, flags, made.credentials(), { run, interrupted }));
    } finally {
      await made.delete();
    }
  }

  private report(flags: OutputOptions, report: Report): void {
    this.print(flags, report, reportText(report));
    if (!report.kept) process.exitCode = FOUND_FAULTY;
  }
}

async function verify(
  settings: VerifySettings,
  flags: Flags,
  users: readonly Credentials[],
  { run, interrupted }: { readonly run: string; readonly interrupted: AbortSignal },
): Promise<Report> {
  const { addresses, seconds, seed, chaosEverySeconds: everySeconds } = settings;
  const rate = rateOf(settings, users.length);
  const watched = progress(seconds);
  const { permitAnnouncedLosses = false } = flags;
  const runPlan = { addresses, users, seconds, rate, seed, run, permitAnnouncedLosses };
  const verification = new Verification(runPlan, watched);
  const plan = { everySeconds, seconds, seed, environment: processEnvironment(), failed: chaosFailed };
  const beside = (end: AbortSignal): Promise<void> =>
    flags.chaos === undefined ? Promise.resolve() : chaos({ ...plan, command: flags.chaos }, end);
  return verification.execute(interrupted, beside).finally(watched.stop);
}

/** Messages a second. @throws Refusal 4003 if these users cannot send so many */
function rateOf({ rate }: VerifySettings, users: number): number {
  const most = users * MOST_MESSAGES_A_USER;
  if (rate !== undefined && rate > most)
    throw invalid({ '--rate': [`${String(users)} users send at most ${String(most)} a second.`] });
  return rate ?? users * MESSAGES_A_USER;
}

function chaosFailed(round: number, how: string): void {
  const warning = `The chaos command failed in round ${String(round)}: ${how}`;
  process.stderr.write(`${styled('yellow', warning, process.stderr)}\n`);
}

async function givenCredentials(
  flags: Flags,
  { addresses: [address = ''], users }: VerifySettings,
): Promise<Credentials[]> {
  const all = await (flags.accounts === undefined
    ? fromTokens(flags.tokens ?? '-')
    : fromAccounts(flags.accounts, originOf(address)));
  return all.slice(0, users);
}

/** Ctrl-C ends the run early; a second one ends the process. */
function onceInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  return interrupted.signal;
}

import { PassThrough } from 'node:stream';

import { Deployment } from './deployment.js';
import { DestructiveCommand } from './destructive-command.js';
import type { DestructiveOptions, Plan } from './destructive-command.js';

const PLAN: Plan = { document: { rooms: 2 }, text: '2 rooms.', question: 'Delete 2 rooms?' };
const REFUSED = 'Nothing was changed, because there is no terminal on which to ask: confirm with --yes.';

class Deleting extends DestructiveCommand {
  planned = 0;

  override run(): Promise<void> {
    return Promise.reject(new Error('It is not run.'));
  }

  confirmed(options: DestructiveOptions): Promise<boolean> {
    return this.isConfirmed(options, () => {
      this.planned += 1;
      return Promise.resolve(PLAN);
    });
  }
}

describe('a command that destroys data', () => {
  const wasTerminal = process.stderr.isTTY;
  let command: Deleting;
  let printed: Record<'stdout' | 'stderr', string>;

  beforeEach(() => {
    command = new Deleting(new Deployment([]));
    printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      vi.spyOn(process[name], 'write').mockImplementation((text) => {
        printed[name] += String(text);
        return true;
      });
    }
  });
  afterEach(() => {
    process.stderr.isTTY = wasTerminal;
    vi.restoreAllMocks();
  });

  /** @returns standard input, which is a terminal, as standard error is, or is none */
  function begin({ isTerminal }: { readonly isTerminal: boolean }): PassThrough {
    const input = Object.assign(new PassThrough(), { isTTY: isTerminal });
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin);
    process.stderr.isTTY = isTerminal;
    return input;
  }

  it.each([true, false])('asks nothing with --yes (on a terminal: %s)', async (isTerminal) => {
    begin({ isTerminal });
    await expect(command.confirmed({ yes: true })).resolves.toBe(true);
    expect([printed, command.planned]).toEqual([{ stdout: '', stderr: '' }, 0]);
  });

  it.each<[DestructiveOptions, string]>([
    [{ dryRun: true }, '2 rooms.\nNothing was changed, because of --dry-run.\n'],
    [{ dryRun: true, yes: true }, '2 rooms.\nNothing was changed, because of --dry-run.\n'],
    [{ dryRun: true, json: true }, '{"dry_run":true,"rooms":2}\n'],
  ])('shows its plan and destroys nothing with %j', async (options, stdout) => {
    begin({ isTerminal: true });
    await expect(command.confirmed(options)).resolves.toBe(false);
    expect(printed).toEqual({ stdout, stderr: '' });
  });

  it.each<DestructiveOptions>([{}, { json: true }])('requires --yes without a terminal (%j)', async (options) => {
    begin({ isTerminal: false });
    await expect(command.confirmed(options)).rejects.toThrow(REFUSED);
    expect(printed).toEqual({ stdout: '', stderr: '2 rooms.\n' });
  });

  it.each(['y\n', '\n', 'no\n', 'Yes\n', ''])('destroys nothing after the answer %j', async (answer) => {
    begin({ isTerminal: true }).end(answer);
    await expect(command.confirmed({})).rejects.toThrow('Nothing was changed.');
    expect(printed).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/^2 rooms\.\nDelete 2 rooms\? Type yes to continue: /) as string,
    });
  });

  it('destroys after yes', async () => {
    begin({ isTerminal: true }).write('yes\n');
    await expect(command.confirmed({})).resolves.toBe(true);
  });
});

import { execFileSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { asAdmin, privatePostgres } from '../servers/private-postgres.js';
import { startServer } from '../servers/start-server.js';
import { fillSpecTemplate } from '../servers/template.js';
import { eventually } from './eventually.js';
import { prepared } from './run.js';
import type { ServiceData } from './service-data.js';
import { TcpProxy } from './tcp-proxy.js';

interface RunningServer {
  readonly data: string;
  readonly port: number;
  readonly child: ChildProcess;
}

const DATABASE = 'parley_test_losing';

/** A PostgreSQL of a spec's own, with a standby if wanted, that can lose committed changes. */
export class LosingPostgres {
  private copy: string | undefined;
  private standby: RunningServer | undefined;
  private folders = 0;

  private constructor(
    private readonly folder: string,
    private readonly template: ReturnType<typeof privatePostgres>,
    private primary: RunningServer,
    /** Leads to the primary. */
    private readonly road: TcpProxy,
    /** From the standby to its primary. */
    private cable: TcpProxy | undefined,
  ) {}

  /** With the tables and the users of the specs. */
  static async start(): Promise<LosingPostgres> {
    const folder = mkdtempSync(join(prepared('postgres').folder, 'losing-'));
    // Without fsync, because nothing but this process is killed.
    const template = privatePostgres(folder, ['fsync=off', 'shared_buffers=16MB']);
    const data = join(folder, 'postgres');
    const { port, child } = await startServer(template.server);
    const road = await TcpProxy.to('127.0.0.1', port);
    const postgres = new LosingPostgres(folder, template, { data, port, child }, road, undefined);
    await asAdmin(template.url(port), (admin) => admin.query(`CREATE DATABASE ${DATABASE}`));
    // The folder belongs to the user of the server, and commands need one of their own.
    await fillSpecTemplate(
      folder,
      { DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url },
      AbortSignal.timeout(30_000),
    );
    return postgres;
  }

  /** A data folder beside the database. */
  get serviceData(): ServiceData {
    const env = { DATA_DIR: join(this.folder, 'data'), DATABASE_URL: this.url };
    return { folder: this.folder, env, remove: () => Promise.resolve() };
  }

  /** Keeps the present state. */
  async keep(): Promise<void> {
    this.copy = await this.copied();
  }

  /** Crashes, and continues from the state that was kept: on the same server and timeline. */
  async goBack(): Promise<void> {
    if (this.copy === undefined) throw new Error('no state was kept');
    const { port, data, child } = this.primary;
    this.road.cut();
    await ended(child, 'SIGQUIT');
    rmSync(data, { recursive: true });
    this.primary = await this.run(this.copy, port);
    this.copy = undefined;
    this.road.mend();
  }

  /** Others write more than was lost, and nothing of the service. */
  async writeOtherThings(): Promise<void> {
    await this.asAdmin(async (admin) => {
      await admin.query('CREATE TABLE of_others AS SELECT generate_series(1, 100) AS id');
      for (let times = 0; times < 3; times += 1) {
        await admin.query('SELECT pg_switch_wal()');
        await admin.query('DELETE FROM of_others');
        await admin.query('VACUUM');
      }
      await admin.query('DROP TABLE of_others');
    });
  }

  /** Starts a standby that follows the primary asynchronously. */
  async follow(): Promise<void> {
    const data = await this.copied();
    this.cable = await TcpProxy.to('127.0.0.1', this.primary.port);
    const { password } = new URL(this.template.url(0));
    const primary = `host=127.0.0.1 port=${String(this.cable.port)} user=postgres password=${password}`;
    writeFileSync(join(data, 'standby.signal'), '');
    this.standby = await this.run(data, undefined, [`primary_conninfo=${primary}`]);
    await this.asAdmin((admin) =>
      eventually(async () => {
        const { rows } = await admin.query("SELECT FROM pg_stat_replication WHERE state = 'streaming'");
        return rows.length > 0;
      }),
    );
  }

  /** The standby receives nothing any more. */
  isolateStandby(): void {
    this.cable?.cut();
  }

  /** Crashes, and continues with the standby. */
  async promote(): Promise<void> {
    const { primary, standby } = this;
    if (!standby) throw new Error('there is no standby');
    this.road.cut();
    await ended(primary.child, 'SIGQUIT');
    await asAdmin(this.template.url(standby.port), (admin) => admin.query('SELECT pg_promote()'));
    this.road.redirect(standby.port);
    [this.primary, this.standby] = [standby, undefined];
    await this.cable?.close();
    this.cable = undefined;
    this.road.mend();
    rmSync(primary.data, { recursive: true });
  }

  async stop(): Promise<void> {
    for (const server of [this.standby, this.primary]) if (server) await ended(server.child, 'SIGQUIT');
    await this.cable?.close();
    await this.road.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get url(): string {
    const address = new URL(this.template.url(this.road.port));
    address.pathname = `/${DATABASE}`;
    return address.href;
  }

  private async asAdmin(work: Parameters<typeof asAdmin>[1]): Promise<void> {
    await asAdmin(this.template.url(this.primary.port), work);
  }

  /** Stops the primary for the time of a copy. @returns its folder */
  private async copied(): Promise<string> {
    const { data, port, child } = this.primary;
    const copy = join(this.folder, `copy-${String((this.folders += 1))}`);
    await ended(child, 'SIGINT');
    execFileSync('cp', ['-a', data, copy]);
    this.primary = await this.run(data, port);
    return copy;
  }

  /** @param given the port; default: any */
  private async run(data: string, given?: number, settings: readonly string[] = []): Promise<RunningServer> {
    const { server } = this.template;
    const options = settings.flatMap((setting) => ['-c', setting]);
    const command = (port: number): string[] =>
      server
        .command(port)
        .map((word) => (word === join(this.folder, 'postgres') ? data : word))
        .concat(options);
    const choose = given === undefined ? undefined : () => Promise.resolve(given);
    const { port, child } = await startServer({ ...server, command }, choose);
    return { data, port, child };
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

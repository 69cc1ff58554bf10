import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

const STRICT = {
  target: 'ES2022',
  module: 'nodenext',
  strict: true,
  lib: ['ES2022'],
  types: [] as string[],
  skipLibCheck: false,
};

/** The folder of an application that has packages installed as npm packs them. */
export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-package-'));

  /**
   * @param packages their folders, from the root of the project. There is no network: all that they need is among them
   */
  constructor(packages: readonly string[]) {
    writeFileSync(join(this.folder, 'package.json'), '{ "type": "module" }');
    const folders = packages.map((path) => join(ROOT, path));
    this.run('npm', 'pack', ...folders, '--pack-destination', this.folder, '--silent', '--ignore-scripts');
    const tarballs = readdirSync(this.folder).filter((name) => name.endsWith('.tgz'));
    const quietly = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    this.run('npm', 'install', ...quietly, ...tarballs.map((name) => `./${name}`));
  }

  /** The names of the files of a package. */
  contentOf(name: string): string[] {
    return readdirSync(join(this.folder, 'node_modules', name)).sort();
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Checks and compiles a program. @throws Error with the faults of its types */
  compile(name: string, text: string, compilerOptions: object = {}): void {
    this.write(name, text);
    const options = { compilerOptions: { ...STRICT, ...compilerOptions }, files: [name] };
    this.write('tsconfig.json', JSON.stringify(options));
    this.run(process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.');
  }

  /** @returns what the command prints @throws Error with it, if the command fails */
  run(command: string, ...words: string[]): string {
    try {
      return execFileSync(command, words, { cwd: this.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command} ${words.join(' ')} has failed:\n${stdout}${stderr}`, { cause: error });
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

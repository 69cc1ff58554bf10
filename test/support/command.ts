import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { CommandHost } from './command-host.js';
import type { Outcome } from './command-host.js';
import { environment } from './environment.js';
import type { ServiceData } from './service-data.js';
import { secretsIn } from './secrets.js';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');
const DRIFT = join(import.meta.dirname, 'schema-drift.js');
const MIGRATE_TO_NOTHING = join(import.meta.dirname, 'migrate-to-nothing.js');
const MIGRATION_WALK = join(import.meta.dirname, 'migration-walk.js');
const CATALOGUES = join(import.meta.dirname, 'catalogues.js');

const LONGEST_OUTPUT = 100_000_000;

const run = promisify(execFile);

/** The commands of this worker. */
const commands = new CommandHost();

/** Runs the operator's command. The service need not be running. @returns the printed JSON */
export async function parley(serviceData: ServiceData, ...words: string[]): Promise<unknown> {
  return JSON.parse(await parleyText(serviceData, ...words, '--json')) as unknown;
}

/** Runs the operator's command. @returns the printed text for people @throws Error with the outcome if it fails */
export async function parleyText(serviceData: ServiceData, ...words: string[]): Promise<string> {
  const outcome = await outcomeOf(serviceData, ...words);
  const { code, stdout, stderr } = outcome;
  if (code !== 0)
    throw Object.assign(new Error(`parley ${words.join(' ')} ended with ${String(code)}: ${stderr}`), outcome);
  return stdout;
}

/** Runs the operator's command, which may fail. */
export async function outcomeOf(serviceData: ServiceData, ...words: string[]): Promise<Outcome> {
  const outcome = await commands.execute(words, environment(serviceData), serviceData.folder);
  checkSecrets(words, outcome.stdout, outcome.stderr);
  return outcome;
}

/** Runs the operator's command, which may fail. @returns its standard output and standard error */
export async function printedBy(place: Pick<ServiceData, 'folder' | 'env'>, ...words: string[]): Promise<string> {
  const env = { ...environment(place) };
  const { stdout, stderr } = await run(process.execPath, [PARLEY, ...words], { cwd: place.folder, env }).catch(
    (failed: unknown) => failed as { stdout: string; stderr: string },
  );
  return stdout + stderr;
}

/** Runs the command of another release. @param cli its program */
export function parleyOf(cli: string, serviceData: ServiceData, ...words: string[]): Promise<unknown> {
  return printed(serviceData, [cli, ...words, '--json']);
}

/** The statements that the entities need and the migrations lack. */
export function drift(serviceData: ServiceData): Promise<string[]> {
  return printed(serviceData, [DRIFT]) as Promise<string[]>;
}

/** Reverts every migration, newest first. @returns their names */
export function migrateToNothing(serviceData: ServiceData): Promise<string[]> {
  return printed(serviceData, [MIGRATE_TO_NOTHING]) as Promise<string[]>;
}

type StoredRows = Readonly<Record<string, readonly Record<string, unknown>[]>>;

/** The stored data at each step, while all migrations but the first are reverted and applied again. */
export function migrationWalk(
  serviceData: ServiceData,
): Promise<{ readonly step: string; readonly stored: StoredRows }[]> {
  return printed(serviceData, [MIGRATION_WALK]) as Promise<{ step: string; stored: StoredRows }[]>;
}

/** Of the tables of release 0.2, and of the present ones. */
export interface Catalogues {
  readonly previous: unknown;
  readonly present: unknown;
}

/** The catalogues of an empty database in which the tables are made, by the baseline or by every migration. */
export const catalogues = (serviceData: ServiceData, way: 'baseline' | 'walk'): Promise<Catalogues> =>
  printed(serviceData, [CATALOGUES, way]) as Promise<Catalogues>;

async function printed(serviceData: ServiceData, parameters: string[]): Promise<unknown> {
  return JSON.parse(await output(serviceData, parameters)) as unknown;
}

async function output(serviceData: ServiceData, parameters: string[]): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, parameters, {
    cwd: serviceData.folder,
    env: { ...environment(serviceData) },
    maxBuffer: LONGEST_OUTPUT,
  });
  checkSecrets(parameters, stdout, stderr);
  return stdout;
}

/** @throws Error if a command printed a secret that it was not asked for */
function checkSecrets(parameters: readonly string[], stdout: string, stderr: string): void {
  const leaked = secretsIn(isAskedForSecrets(parameters) ? stderr : stdout + stderr);
  if (leaked.length > 0) throw new Error(`The command has printed secrets:\n${leaked.join('\n')}`);
}

/** Commands that print a pair of tokens, an API key or, in a program of the tests, everything that is stored. */
const isAskedForSecrets = (parameters: readonly string[]): boolean =>
  parameters.includes(MIGRATION_WALK) ||
  (parameters.includes('tokens') && parameters.includes('issue')) ||
  (parameters.includes('keys') && parameters.includes('create'));

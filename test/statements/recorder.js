/**
 * Records the texts of the statements that this process sends to its database, each once: a module that Node.js loads
 * before the program (`--import`). The query of its URL names the folder.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

/**
 * A migration, or the schema of an empty database, is run before the data are spread: its statements follow no rules.
 */
const OF_MIGRATION = /\d{13}\.(up|down)\b|\bcreateSchema\b/;
/** Deep enough for the repository that sends the statement. */
const FRAMES = 60;

const file = join(new URL(import.meta.url).searchParams.get('folder') ?? '', `${String(process.pid)}.jsonl`);
/** @type {Set<string>} */
const known = new Set();

const { query } = pg.Client.prototype;
/** @this {pg.Client} @param {unknown[]} parameters @returns {unknown} */
function recording(...parameters) {
  const [statement] = parameters;
  record(typeof statement === 'string' ? statement : /** @type {{ text?: unknown }} */ (statement).text);
  return Reflect.apply(query, this, parameters);
}
pg.Client.prototype.query = /** @type {typeof query} */ (recording);

/** @param {unknown} text */
function record(text) {
  if (typeof text !== 'string' || known.has(text)) return;
  known.add(text);
  const stack = stackHere();
  if (!OF_MIGRATION.test(stack)) appendFileSync(file, `${JSON.stringify({ text, senders: sendersIn(stack) })}\n`);
}

function stackHere() {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

/** The methods of repositories, and others that call TypeORM. @param {string} stack */
function sendersIn(stack) {
  const names = stack.matchAll(/at (?:async )?([\w.]+) \((?!node:|.*node_modules)/g);
  return [...names].map(([, name]) => name).filter((name) => name?.includes('.'));
}

/** The real values of the names and ids in the documentation. */
export interface Bindings {
  readonly users: ReadonlyMap<number, number>;
  readonly usernames: ReadonlyMap<string, string>;
  /** By the name of the user. */
  readonly tokens: ReadonlyMap<string, string>;
  /** UUIDs, each bound at its first occurrence. */
  readonly ids: Map<string, string>;
}

const DAY_MS = 86_400_000;
const ELLIPSIS = '…';
const A_UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const A_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Keys whose numbers are ids of users. */
const USER_KEYS = new Set(['id', 'user_id', 'user_ids', 'participants', 'subscribers', 'members', 'users', 'mentions']);
/** The contract does not prescribe names of users. */
const UNCHECKED = new Set(['first_name', 'last_name']);

/** The documentation is read for longer than a message may be scheduled ahead. */
const tomorrow = (): string => new Date(Date.now() + DAY_MS).toISOString();

/** A documented frame with the ids of this run. */
function real(value: unknown, bindings: Bindings, key = ''): unknown {
  if (typeof value === 'number') return USER_KEYS.has(key) ? bindings.users.get(value) : value;
  if (key === 'send_at') return tomorrow();
  if (typeof value === 'string') return realText(value, bindings);
  if (Array.isArray(value)) return value.map((item) => real(item, bindings, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [bindings.ids.get(name) ?? name, real(item, bindings, name)]),
  );
}

function realText(text: string, bindings: Bindings): string {
  if (A_UUID.test(text)) return bindings.ids.get(text) ?? text;
  return bindings.tokens.get(text) ?? named(text, bindings);
}

/** Fails if a received frame differs from the documented one. Binds ids at their first occurrence. */
function check(documented: unknown, received: unknown, bindings: Bindings, path = '', key = ''): void {
  if (Array.isArray(documented)) {
    checkList(documented, received as unknown[], bindings, [path, key]);
  } else if (typeof documented === 'object' && documented !== null) {
    checkObject(documented, received as object, bindings, path);
  } else if (!UNCHECKED.has(key)) {
    expect([path, received]).toEqual([path, expected(documented, received, bindings, key)]);
  }
}

function expected(documented: unknown, received: unknown, bindings: Bindings, key: string): unknown {
  if (typeof documented !== 'string') return real(documented, bindings, key);
  if (A_TIME.test(documented)) return expect.stringMatching(A_TIME);
  if (A_UUID.test(documented)) bind(documented, received, bindings);
  return real(documented, bindings, key);
}

function checkList(
  documented: readonly unknown[],
  received: readonly unknown[],
  bindings: Bindings,
  [path, key]: readonly [string, string],
): void {
  expect([path, received.length]).toEqual([path, documented.length]);
  for (const [at, item] of documented.entries()) check(item, received[at], bindings, `${path}[${String(at)}]`, key);
}

function checkObject(documented: object, received: object, bindings: Bindings, path: string): void {
  const { [ELLIPSIS]: more, ...fields } = documented as Record<string, unknown>;
  const keys = Object.keys(fields);
  const found = Object.keys(received).filter((key) => more === undefined || keys.includes(key));
  expect([path, found.sort()]).toEqual([path, [...keys].sort()]);
  for (const [key, value] of Object.entries(fields)) {
    check(value, (received as Record<string, unknown>)[key], bindings, `${path}.${key}`, key);
  }
}

function bind(documented: string, received: unknown, { ids }: Bindings): void {
  if (!ids.has(documented) && typeof received === 'string' && A_UUID.test(received)) ids.set(documented, received);
}

function named(text: string, { usernames }: Bindings): string {
  return text.replace(/[a-z]+/g, (word) => usernames.get(word) ?? word);
}

export const unite = { real, check };

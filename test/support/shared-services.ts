import { join } from 'node:path';

import type { Environment } from './environment.js';
import { Service } from './service.js';

const OPEN_DIRECTORIES = { USER_DIRECTORY: 'everyone', CHANNEL_DIRECTORY: 'true' };
const LINKS = { LINK_PREVIEWS: 'true', IMAGE_PROXY: 'true', FETCH_ALLOWED_HOSTS: '127.0.0.1' };
const HELD_WORDS = {
  WORD_RULES_FILE: join(import.meta.dirname, 'held-words.json'),
  MAX_HELD: '3',
  SCHEDULE_MIN_SECONDS: '0',
};

/** The settings of the services that stories share. `default` has no settings of its own. */
export const PROFILES = {
  default: {},
  keepDeletedMessages: { MESSAGE_SOFT_DELETE: 'true' },
  withoutNotifications: { ENABLE_NOTIFICATION: 'false' },
  sanitizeHtml: { SANITIZE_HTML: 'true' },
  lowBounds: {
    MAX_BULK_IDS: '5',
    MAX_ATTACHMENTS: '4',
    MAX_MENTIONS: '2',
    MAX_ROOM_MENTION: '3',
    MAX_NOTIFICATIONS_PER_ROOM: '5',
    MAX_NOTIFICATIONS: '8',
  },
  openDirectories: OPEN_DIRECTORIES,
  sharedDirectory: { USER_DIRECTORY: 'shared' },
  smallAnswers: { MAX_ANSWER_BYTES: '65536' },
  fewItems: { MAX_BLOCKS: '3', MAX_SAVED: '12', MAX_DRAFTS: '4', MAX_SCHEDULED: '12', SCHEDULE_MIN_SECONDS: '0' },
  /** The pages of `page-server.ts` have previews, and its pictures are fetched. */
  links: LINKS,
  /** Messages with the words `holdme` and `lottery` are held, and `darn` is masked. */
  heldWords: HELD_WORDS,
  /** All parts that are off by default, for stories in a browser; and no heartbeats. */
  everyPart: { ...OPEN_DIRECTORIES, ...LINKS, ...HELD_WORDS, INACTIVITY_THRESHOLD: '86400' },
  /** Outgoing HTTP requests are sent at once and retried after a second. */
  eagerDeliveries: { PUSH_DELAY_SECONDS: '0', WEBHOOK_RETRY_SECONDS: '1', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
} satisfies Record<string, Environment>;

export type Profile = keyof typeof PROFILES;

/** The running services of this worker, by profile and kind of deployment. */
const services = new Map<string, Promise<Service>>();

const keyOf = (profile: Profile): string => {
  const { TEST_DATABASE = '', TEST_NODES = '' } = process.env;
  return `${profile} on ${TEST_DATABASE} x ${TEST_NODES}`;
};

/**
 * The running service that stories share, started at first use. The spec files of a worker share the one of the profile
 * `default`, which the keeper of the test run ends. One of another profile ends when a file needs yet another one: an
 * idle service costs more within minutes than a start. Stories are isolated by their own users and rooms.
 *
 * A spec that stops a service, reads its output, or counts what it holds starts one of its own.
 */
export function sharedService(profile: Profile = 'default'): Promise<Service> {
  const key = keyOf(profile);
  const running = services.get(key) ?? Service.startShared(PROFILES[profile]);
  // The latest is last.
  services.delete(key);
  services.set(key, running);
  return running;
}

/** Services that this worker shares in another way. */
const others: Service[] = [];

/** Includes a service in the checks of {@link endSpecFile}. */
export function checkedAfterEachFile(service: Service): Service {
  others.push(service);
  return service;
}

/**
 * At the end of a spec file.
 * @throws Error if a shared service has ended, or has printed a secret or a control character
 */
export async function endSpecFile(): Promise<void> {
  for (const service of others) service.check();
  const kept = [keyOf('default'), [...services.keys()].findLast((key) => key !== keyOf('default'))];
  for (const [key, started] of services) {
    const service = await started;
    service.check();
    if (kept.includes(key)) continue;
    services.delete(key);
    await service.stopShared();
  }
}

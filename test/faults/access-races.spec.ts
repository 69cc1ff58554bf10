import pg from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { ServiceData } from '../support/service-data.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { claimsOf } from '../support/tokens.js';

const REVOKED = { code: 4001, reason: 'token_invalid' };

let serviceData: ServiceData;
let parley: Service;
/** Locks the table that every check of a token reads. */
let slow: pg.Client;
let other: pg.Client;
let alice: TestUser;
/** Another log-in of Alice's, and the socket of another device with that log-in. */
let again: TestUser;
let laptop: ChatClient;

beforeAll(async () => {
  parley = await sharedService();
  ({ serviceData } = parley);
  [slow, other] = [1, 2].map(() => new pg.Client({ connectionString: serviceData.env.DATABASE_URL })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([slow.connect(), other.connect()]);
});
afterAll(async () => {
  await Promise.all([slow.end(), other.end()]);
});

beforeEach(async () => {
  ({ alice } = await users(parley, 'alice'));
  again = await logIn(parley, alice.username);
  laptop = await again.connect();
});

const aCheckWaits = async (): Promise<boolean> => {
  const { rowCount } = await other.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rowCount !== 0;
};

/** The check reads a valid log-in, and the node receives its revocation before the check is complete. */
async function isRevokedDuringTheCheck(check: () => Promise<unknown>): Promise<void> {
  await slow.query('BEGIN; LOCK TABLE refresh_tokens IN ACCESS EXCLUSIVE MODE');
  const checked = check();
  await eventually(aCheckWaits);
  await other.query("INSERT INTO signals (kind, payload) VALUES ('access.changed', $1)", [
    { userId: again.id, family: claimsOf(again.tokens.access).fam, reason: 'token_invalid' },
  ]);
  await expect(laptop.closed()).resolves.toEqual(REVOKED);
  await slow.query('COMMIT');
  await checked;
}

describe('a log-in that is revoked while its token is being checked', () => {
  it('closes the socket that it opens at once', async () => {
    let socket: ChatClient | undefined;
    await isRevokedDuringTheCheck(async () => (socket = await again.open()));
    await expect(socket?.closed()).resolves.toEqual(REVOKED);
  });

  it('closes the socket that it would have renewed', async () => {
    const phone = await alice.connect();
    await isRevokedDuringTheCheck(() =>
      Promise.resolve(phone.sendRequest('session.authenticate', { token: again.tokens.access })),
    );
    await expect(phone.closed()).resolves.toEqual(REVOKED);
  });
});

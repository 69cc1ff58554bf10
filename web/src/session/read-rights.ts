import { accountRequest } from './account-request.js';
import { accountRights } from './account-rights.js';
import type { AccountRights } from './account-rights.js';
import { self } from './session.js';

/** Reads what the deployment lets the user do. Without a connection it stays unknown: the next one reads it. */
export async function readRights(): Promise<void> {
  const { value: user } = self;
  const response = await accountRequest('GET', 'api/account/rights/').catch(() => null);
  if (!response?.ok) return;
  const rights = (await response.json()) as AccountRights;
  if (self.peek() === user) accountRights.value = rights;
}

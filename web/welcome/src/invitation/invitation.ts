import { readDeployment } from '../../../src/session/deployment-words.js';
import type { DeploymentWords } from '../../../src/session/deployment-words.js';
import { send } from '../requests.js';

/** An invitation as whoever has its token sees it. */
export interface Invitation {
  /** The name of the deployment. */
  readonly deployment: string;
  /** Null: an operator. */
  readonly inviter: string | null;
  /** The names of its rooms. */
  readonly rooms: readonly string[];
  /** What it makes of who signs up by it. */
  readonly role: 'guest' | 'member';
  /** The address of the account that it may make; null: any. */
  readonly email: string | null;
  readonly expires_at: string;
}

/** An invitation, and what its deployment permits. */
export interface Opened {
  readonly invitation: Invitation;
  readonly deployment: DeploymentWords;
}

const pathOf = (token: string): string => `api/invitations/by-token/${encodeURIComponent(token)}`;

/** @throws Refused, SessionRequestError, or TypeError when the service cannot be reached */
export async function openInvitation(token: string): Promise<Opened> {
  const [invitation, deployment] = await Promise.all([send<Invitation>('GET', pathOf(token)), readDeployment()]);
  return { invitation, deployment };
}

/**
 * Lets a user into the rooms.
 * @param access the access token of the user
 * @returns the ids of the rooms in which the user is now
 * @throws Refused, or TypeError when the service cannot be reached
 */
export const acceptInvitation = async (token: string, access: string): Promise<readonly string[]> =>
  (await send<{ rooms: readonly string[] }>('POST', `${pathOf(token)}/accept/`, { token: access })).rooms;

import { reasonsIn } from '../field-reasons.js';
import type { FieldReasons } from '../field-reasons.js';
import { accountRequest } from '../session/account-request.js';

/** What an invitation is to. */
export interface NewInvitation {
  /** The ids of the rooms that the invited people enter. */
  readonly rooms: readonly string[];
  /** How many people may use it. */
  readonly uses: number;
  /** In seconds. */
  readonly expires_in: number;
  /** The only address with which an account may be made, to which a mail goes. */
  readonly email?: string;
  /** What the invited people become; a member if it is missing. */
  readonly role?: 'guest';
  /** When the access of the guests ends; missing: it has no end. */
  readonly guest_until?: string;
}

/** An invitation that was made just now. */
export interface MadeInvitation {
  /** The address with the token, which the service shows only now. */
  readonly url: string;
  readonly expires_at: string;
  /** Whether it goes to its address by mail. */
  readonly is_mailed: boolean;
}

export interface ListedInvitation {
  readonly id: string;
  /** The user name; null: an operator made it. */
  readonly inviter: string | null;
  readonly rooms: readonly string[];
  readonly email: string | null;
  readonly uses: number;
  readonly used: number;
  readonly state: 'open' | 'used' | 'expired' | 'revoked';
  readonly expires_at: string;
  readonly users: readonly { readonly id: number; readonly username: string }[];
}

export interface InvitationPage {
  readonly invitations: readonly ListedInvitation[];
  readonly next_cursor: string | null;
}

/** The service has refused a request. */
export class InvitationRefused extends Error {
  constructor(
    readonly status: number,
    readonly fields: FieldReasons,
    /** Seconds. */
    readonly retryAfter: number | undefined,
  ) {
    super(`The service answered with ${String(status)}.`);
  }
}

const PATH = 'api/invitations/';
const PAGE_SIZE = 20;
const LOG_IN_HAS_ENDED = 401;

async function request(method: string, path: string, body?: object): Promise<unknown> {
  const response = await accountRequest(method, path, body);
  if (!response) throw new InvitationRefused(LOG_IN_HAS_ENDED, {}, undefined);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const retryAfter = Number(response.headers.get('Retry-After') ?? 0) || undefined;
  throw new InvitationRefused(response.status, reasonsIn(answer), retryAfter);
}

/** Each of these throws InvitationRefused, or TypeError when the service cannot be reached. */
export const makeInvitation = async (wanted: NewInvitation): Promise<MadeInvitation> =>
  (await request('POST', PATH, wanted)) as MadeInvitation;

/** The own invitations, the newest first; those of everybody for an administrator. */
export const invitationPage = async (cursor: string | null): Promise<InvitationPage> =>
  (await request(
    'GET',
    `${PATH}?limit=${String(PAGE_SIZE)}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
  )) as InvitationPage;

export const revokeInvitation = async (id: string): Promise<void> => {
  await request('DELETE', `${PATH}${id}/`);
};

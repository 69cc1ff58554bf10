import { HttpStatus, Injectable } from '@nestjs/common';
import { conflict } from '@parley/protocol';

import { TokenSettings } from '../tokens/token.settings.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { ApiError } from '../../../platform/http/api-error.js';
import type { TokenHolder } from '../../users/users.service.js';
import { SignedClaims } from '../../../platform/secrets/signed-claims.js';
import type { VerifiedClaims } from '../../../platform/secrets/signed-claims.js';
import { isUserId } from '../tokens/verified-token.js';
import { SpentTicketsRepository } from './spent-tickets.repository.js';

/**
 * The log-in that a ticket continues: one whose second factor is missing, a log-in that must enrol a second factor
 * first, or a log-in that only has to be exchanged for tokens. Or the recovery of a lost password.
 */
export type TicketPurpose = 'second_factor' | 'enrolment' | 'log_in' | 'recovery';

const LIFETIME_SECONDS: Readonly<Record<TicketPurpose, number>> = {
  second_factor: 300,
  enrolment: 300,
  log_in: 60,
  recovery: 3_600,
};

/** A ticket with a valid signature, which may have been used before. */
export interface Ticket {
  readonly id: string;
  readonly expiresAt: Date;
  readonly purpose: TicketPurpose;
  readonly holder: TokenHolder;
  /** The session of a provider of identities that the log-in is of. */
  readonly providerSession: ProviderSession | undefined;
  /** The e-mail address to which it went. */
  readonly address: string | undefined;
}

/** What else a ticket is bound to. */
interface Binding {
  readonly session?: ProviderSession;
  readonly address?: string;
}

/** A session at a provider of identities, whose end also ends the log-in. */
export interface ProviderSession {
  readonly issuer: string;
  readonly subject: string;
  /** Undefined: the provider names none. */
  readonly sid: string | undefined;
  /** Milliseconds since 1970, by the clock of the database: the session had not ended then. */
  readonly checkedAt: number;
}

/**
 * The parts of a log-in between its requests. A ticket is signed, so that every node accepts it, and is bound to its
 * user, to its purpose, and to the state of the account: it is refused after a change of the password.
 */
@Injectable()
export class Tickets {
  private readonly signed: SignedClaims;

  constructor(
    settings: TokenSettings,
    private readonly spent: SpentTicketsRepository,
  ) {
    this.signed = new SignedClaims(settings.secrets, 'tickets');
  }

  /** @throws Refusal 4005 if this deployment has no secret to sign with */
  async issue(purpose: TicketPurpose, holder: TokenHolder, binding: Binding = {}): Promise<string> {
    const { id, tokensValidAfter, passwordSetAt } = holder;
    const claims = { sub: String(id), valid_after: time(tokensValidAfter), password: time(passwordSetAt), ...binding };
    const ticket = await this.signed.sign(purpose, claims, LIFETIME_SECONDS[purpose]);
    if (ticket === undefined) throw conflict('No tokens are issued here: JWT_SECRET is not set.');
    return ticket;
  }

  /** @throws ApiError 401 */
  async verify(text: string, ...purposes: readonly TicketPurpose[]): Promise<Ticket> {
    for (const purpose of purposes) {
      const ticket = ticketOf(purpose, await this.signed.verify<Claims>(text, purpose));
      if (ticket) return ticket;
    }
    throw ticketNotValid();
  }

  /** @throws ApiError 401 if the ticket was used before, on any node */
  async spend({ manager }: Work, { id, expiresAt }: Ticket): Promise<void> {
    if (!(await this.spent.spend(manager, id, expiresAt))) throw ticketNotValid();
  }
}

function ticketOf(purpose: TicketPurpose, verified: VerifiedClaims<Claims> | undefined): Ticket | undefined {
  if (!verified) return undefined;
  const { sub, valid_after, password, session, address } = verified.claims;
  const id = Number(sub);
  if (!isUserId(id)) return undefined;
  const holder = { id, tokensValidAfter: dateOrNull(valid_after), passwordSetAt: dateOrNull(password) };
  return { id: verified.id, expiresAt: verified.expiresAt, purpose, holder, providerSession: session, address };
}

interface Claims extends Binding {
  readonly sub?: string;
  readonly valid_after: number | null;
  readonly password: number | null;
}

const time = (date: Date | null): number | null => date?.getTime() ?? null;

const dateOrNull = (time: number | null): Date | null => (time === null ? null : new Date(time));

const ticketNotValid = (): ApiError =>
  new ApiError(HttpStatus.UNAUTHORIZED, 'The ticket is invalid, used or expired. Log in again.', 'ticket_not_valid');

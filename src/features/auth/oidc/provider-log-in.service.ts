import { Injectable } from '@nestjs/common';

import { LogInSettings } from '../log-ins/log-in.settings.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { ApiError } from '../../../platform/http/api-error.js';
import { FailedLogIns } from '../log-ins/failed-log-ins.js';
import { LogInRecords } from '../log-ins/log-in-records.js';
import { SpentTicketsRepository } from '../tickets/spent-tickets.repository.js';
import { Tickets } from '../tickets/tickets.js';
import { IdentityProvider } from './identity-provider.js';
import type { Identity } from './identity-provider.js';
import { LogInFailure } from './log-in-failure.js';
import { FLOW_SECONDS, LogInFlows } from './log-in-flows.js';
import type { LogInFlow } from './log-in-flows.js';
import { ProviderAccountsRepository } from './provider-accounts.repository.js';
import { ProviderUsersService } from './provider-users.service.js';

/** A log-in that the web client has begun. */
export interface StartedLogIn {
  /** Identifies it in the answer of the provider. */
  readonly state: string;
  /** For the cookie of the browser. */
  readonly sealed: string;
  /** Where the browser goes. */
  readonly address: URL;
}

/** The answer of the provider, as the browser brings it. */
export interface ProviderAnswer {
  readonly sealed: string | undefined;
  /** The query of the address, with its question mark. */
  readonly query: string;
  /** Of the client. */
  readonly address: string;
}

/** A log-in that the tab which has begun it exchanges for tokens. */
export interface ProvenLogIn {
  readonly ticket: string;
  readonly username: string;
  readonly tab: string;
}

/**
 * The log-in by the provider. It needs no second factor of ours, also where REQUIRE_TOTP asks for one: how the provider
 * authenticates its users is the duty of the provider.
 */
@Injectable()
export class ProviderLogInService {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly flows: LogInFlows,
    private readonly accounts: ProviderAccountsRepository,
    private readonly users: ProviderUsersService,
    private readonly spent: SpentTicketsRepository,
    private readonly tickets: Tickets,
    private readonly failed: FailedLogIns,
    private readonly records: LogInRecords,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: LogInSettings,
  ) {}

  /** @throws LogInFailure */
  async begin(redirectUri: string, tab: string): Promise<StartedLogIn> {
    const { flow, address } = await this.provider.begin(redirectUri, tab);
    return { state: flow.state, sealed: await this.flows.seal(flow), address };
  }

  /** @throws LogInFailure */
  async end(answer: ProviderAnswer): Promise<ProvenLogIn> {
    try {
      return await this.proven(answer);
    } catch (error) {
      if (error instanceof LogInFailure) await this.records.providerFailed(answer.address, error.message);
      throw error;
    }
  }

  private async proven({ sealed, query, address }: ProviderAnswer): Promise<ProvenLogIn> {
    const flow = await this.flows.open(sealed, new URLSearchParams(query).get('state'));
    const checkedAt = await this.spend(flow);
    const identity = await this.watched(address, () => this.provider.end(flow, query));
    const { username, ...holder } = await this.users.find(identity);
    const { issuer, subject, sid } = identity;
    const session = { issuer, subject, sid, checkedAt: checkedAt.getTime() };
    return { ticket: await this.tickets.issue('log_in', holder, { session }), username, tab: flow.tab };
  }

  /** An answer is accepted once, on all nodes, before its code is sent to the provider. */
  private spend({ state }: LogInFlow): Promise<Date> {
    return this.unitOfWork.transaction(async ({ manager }) => {
      const now = await this.accounts.now(manager);
      const expiresAt = new Date(now.getTime() + FLOW_SECONDS * 1_000);
      if (!(await this.spent.spend(manager, `oidc state ${state}`, expiresAt)))
        throw new LogInFailure('log_in_expired');
      return now;
    });
  }

  /** Wrong codes count as failed log-ins of the address, because each costs a request to the provider. */
  private async watched(address: string, exchange: () => Promise<Identity>): Promise<Identity> {
    const keys = [{ name: `address ${address}`, most: this.settings.failedLoginsPerAddress }];
    let failure: LogInFailure | undefined;
    const check = async (): Promise<Identity | undefined> => {
      try {
        return await exchange();
      } catch (error) {
        if (!(error instanceof LogInFailure) || error.code !== 'provider_failed') throw error;
        failure = error;
        return undefined;
      }
    };
    const identity = await this.failed.watch(keys, check).catch((error: unknown) => {
      throw error instanceof ApiError ? new LogInFailure('throttled') : error;
    });
    if (!identity) throw failure ?? new LogInFailure('provider_failed');
    return identity;
  }
}

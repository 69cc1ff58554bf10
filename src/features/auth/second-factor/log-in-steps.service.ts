import { HttpStatus, Injectable } from '@nestjs/common';

import { SecondFactorSettings } from './second-factor.settings.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { ApiError } from '../../../platform/http/api-error.js';
import type { HttpError } from '../../../platform/http/api-error.js';
import { UsersService } from '../../users/users.service.js';
import type { TokenHolder } from '../../users/users.service.js';
import { CompletedLogIn } from '../log-ins/completed-log-in.js';
import type { CheckedLogIn } from '../log-ins/completed-log-in.js';
import type { LogInProof } from '../log-ins/log-in-proof.js';
import { LogInRecords } from '../log-ins/log-in-records.js';
import { Tickets } from '../tickets/tickets.js';
import type { TicketPurpose } from '../tickets/tickets.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { SecondFactorsService } from './second-factors.service.js';
import type { Enrolment } from './second-factors.service.js';

/** The answer to a right password that is not enough. */
export interface TicketRefusal extends HttpError {
  /** Continues the log-in within five minutes. */
  readonly ticket: string;
}

const ENROL = 'Your role requires a second factor. Enrol one to log in.';

class NextStepRequired extends ApiError {
  constructor(
    status: HttpStatus,
    private readonly refusal: TicketRefusal,
  ) {
    super(status, refusal.detail, refusal.code);
  }

  override getResponse(): TicketRefusal {
    return this.refusal;
  }
}

/** The recovery codes of a new second factor, and what continues the log-in that required it. */
export interface RequiredEnrolment {
  readonly recovery_codes: readonly string[];
  readonly ticket: string;
}

/** The steps of a log-in after the password: the second factor, or its enrolment where it is required. */
@Injectable()
export class LogInStepsService {
  constructor(
    private readonly factors: SecondFactorsService,
    private readonly repository: SecondFactorsRepository,
    private readonly users: UsersService,
    private readonly tickets: Tickets,
    private readonly records: LogInRecords,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: SecondFactorSettings,
  ) {}

  /**
   * @param holder whose password was right
   * @throws ApiError 401 with a ticket if a code is required, 403 with a ticket if an enrolment is
   */
  async afterPassword(holder: TokenHolder): Promise<CompletedLogIn> {
    const { isEnrolled, hasRole } = await this.repository.stateOf(holder.id);
    if (isEnrolled) {
      const detail = 'A code of the second factor is required.';
      throw await this.next(HttpStatus.UNAUTHORIZED, 'second_factor', holder, [detail, 'second_factor_required']);
    }
    if (hasRole && this.settings.requiredOf === 'moderators') throw await this.enrolmentRequired(holder);
    return this.completed({ holder, hasSecondFactor: false });
  }

  /**
   * Why a log-in may not use the role of its user, where REQUIRE_TOTP binds the role to a second factor.
   * @returns 403 with a ticket to enrol one if the user has just proven to know the password
   */
  async refusalOfRole(userId: number, proof: LogInProof): Promise<ApiError> {
    if (await this.repository.isEnrolled(userId)) {
      const detail = 'Your role requires a second factor in this log-in. Give a code of it, or log in again.';
      return new ApiError(HttpStatus.FORBIDDEN, detail, 'second_factor_required');
    }
    if (proof.isFresh) return this.enrolmentRequired(await this.users.tokenHolderOf(userId));
    return new ApiError(HttpStatus.FORBIDDEN, ENROL, 'second_factor_enrolment_required');
  }

  /**
   * Continues a log-in by a ticket: with a code if the ticket requires one.
   * @throws ApiError 401 for a ticket or code that is not valid, 429 after too many wrong codes
   */
  async continue(text: string, code: string | undefined, address: string): Promise<CompletedLogIn> {
    const ticket = await this.tickets.verify(text, 'second_factor', 'log_in');
    const spend = (work: Work): Promise<void> => this.tickets.spend(work, ticket);
    const { holder, providerSession } = ticket;
    if (ticket.purpose === 'log_in') await this.unitOfWork.transaction(spend);
    else await this.factors.use({ userId: holder.id, code: code ?? '', address }, spend);
    return this.completed({ holder, hasSecondFactor: true, providerSession });
  }

  /**
   * Begins the enrolment that a log-in requires.
   * @throws ApiError 401, Refusal 4005 if the user has a second factor
   */
  async beginEnrolment(text: string): Promise<Enrolment> {
    const { holder } = await this.tickets.verify(text, 'enrolment');
    const { username } = await this.users.tokenHolderOf(holder.id);
    return this.factors.begin({ id: holder.id, username });
  }

  /**
   * Ends the enrolment that a log-in requires.
   * @throws ApiError 401, 429; Refusal 4005 without an enrolment
   */
  async confirmEnrolment(text: string, code: string, address: string): Promise<RequiredEnrolment> {
    const ticket = await this.tickets.verify(text, 'enrolment');
    const given = { userId: ticket.holder.id, code, address };
    const recovery_codes = await this.factors.confirm(given, (work) => this.tickets.spend(work, ticket));
    return { recovery_codes, ticket: await this.tickets.issue('log_in', ticket.holder) };
  }

  private completed(checked: CheckedLogIn): CompletedLogIn {
    this.records.succeeded(checked.holder.id);
    return CompletedLogIn.afterChecks(checked);
  }

  private enrolmentRequired(holder: TokenHolder): Promise<ApiError> {
    return this.next(HttpStatus.FORBIDDEN, 'enrolment', holder, [ENROL, 'second_factor_enrolment_required']);
  }

  private async next(
    status: HttpStatus,
    purpose: TicketPurpose,
    holder: TokenHolder,
    [detail, code]: readonly [string, string],
  ): Promise<ApiError> {
    return new NextStepRequired(status, { detail, code, ticket: await this.tickets.issue(purpose, holder) });
  }
}

import { HttpStatus, Injectable } from '@nestjs/common';
import { conflict } from '@parley/protocol';

import { AuditRepository } from '../../audit/audit.repository.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { ApiError } from '../../../platform/http/api-error.js';
import { LogInProofs } from '../log-ins/log-in-proofs.js';
import { CodeAttempts } from './code-attempts.js';
import { addressOf, newSecret, ONE_TIME_CODE, stepOf } from './one-time-codes.js';
import { newRecoveryCodes, recoveryCodeHash, typedCode } from './recovery-codes.js';
import { SealedSecrets } from './sealed-secrets.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** A secret that an authenticator app reads, and that log-ins require once a code of it was confirmed. */
export interface Enrolment {
  readonly secret: string;
  /** The `otpauth:` address of the secret, which apps read as a QR code. */
  readonly uri: string;
}

/** A code that the user has given, and where it came from. */
export interface GivenCode {
  readonly userId: number;
  readonly code: string;
  /** Of the client, for the limits and the log. */
  readonly address: string;
}

/** Second factors of users: enrolment, use and removal. A code is used once, whatever node it is sent to. */
@Injectable()
export class SecondFactorsService {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly sealed: SealedSecrets,
    private readonly attempts: CodeAttempts,
    private readonly proofs: LogInProofs,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * Begins an enrolment. It changes no log-in until {@link confirm}; another one replaces it.
   * @throws Refusal 4005 if the user has a second factor
   */
  async begin({ id, username }: { readonly id: number; readonly username: string }): Promise<Enrolment> {
    const secret = newSecret();
    if (!(await this.factors.begin(id, await this.sealed.seal(id, secret))))
      throw conflict('There is a second factor.');
    return { secret, uri: addressOf(secret, username) };
  }

  /**
   * Ends an enrolment: from now on, log-ins by password require a code.
   * @returns the recovery codes, which are shown this once
   * @throws Refusal 4005 without an enrolment
   * @throws ApiError 401 for a wrong code, 429 after too many
   */
  async confirm(
    { userId, code, address }: GivenCode,
    also: (work: Work) => Promise<void> = () => Promise.resolve(),
  ): Promise<string[]> {
    const stored = await this.factors.find(userId);
    if (!stored || stored.isConfirmed) throw conflict('There is no enrolment to confirm.');
    const opened = await this.sealed.open(userId, stored.sealedSecret);
    if (!opened) throw conflict('There is no enrolment to confirm.');
    const check = () => Promise.resolve(stepOf(typedCode(code), opened.secret, stored.now));
    const step = await this.attempts.watch(userId, address, check);
    if (step === undefined) throw wrongCode();
    const codes = newRecoveryCodes();
    await this.unitOfWork.transaction(async (work) => {
      const { manager } = work;
      if (!(await this.factors.confirm(manager, userId, stored.sealedSecret, step))) {
        throw conflict('There is no enrolment to confirm.');
      }
      await this.factors.replaceCodes(manager, userId, codes.map(recoveryCodeHash));
      await this.audit.record(manager, { userId }, { action: 'second_factor.enrol', subjectId: userId });
      await also(work);
    });
    return codes;
  }

  /**
   * Removes the second factor with its recovery codes, by a code of either kind.
   * @throws ApiError 401 for a wrong code, 429 after too many
   */
  async remove(given: GivenCode): Promise<void> {
    await this.use(given, async (work) => {
      const { manager } = work;
      await this.factors.remove(manager, given.userId);
      await this.proofs.removeSecondFactor(work, given.userId);
      const act = { action: 'second_factor.remove', subjectId: given.userId };
      await this.audit.record(manager, { userId: given.userId }, act);
    });
  }

  /**
   * Uses a code of the app, or a recovery code.
   * @param purpose what the code is used for, in the transaction that uses it: it stays unused if that fails
   * @throws ApiError 401 for a wrong code or one that was used before, 429 after too many
   */
  async use({ userId, code: text, address }: GivenCode, purpose: (work: Work) => Promise<void>): Promise<void> {
    const code = typedCode(text);
    const check = async (): Promise<true | undefined> => {
      const step = ONE_TIME_CODE.test(code) ? await this.stepOf(userId, code) : undefined;
      return this.unitOfWork.transaction(async (work) => {
        const isUsed = step ? await this.useStep(work, userId, step) : await this.useRecovery(work, userId, code);
        if (!isUsed) return undefined;
        await purpose(work);
        return true;
      });
    };
    if ((await this.attempts.watch(userId, address, check)) === undefined) throw wrongCode();
  }

  private async stepOf(userId: number, code: string): Promise<UsedStep | undefined> {
    const stored = await this.factors.find(userId);
    if (!stored?.isConfirmed) return undefined;
    const opened = await this.sealed.open(userId, stored.sealedSecret);
    const step = opened && stepOf(code, opened.secret, stored.now);
    if (step === undefined) return undefined;
    const from = stored.sealedSecret;
    return { step, from, to: opened?.isOfOldKey ? await this.sealed.seal(userId, opened.secret) : from };
  }

  private useStep({ manager }: Work, userId: number, { step, from, to }: UsedStep): Promise<boolean> {
    return this.factors.useStep(manager, userId, step, from, to);
  }

  private async useRecovery({ manager }: Work, userId: number, code: string): Promise<boolean> {
    if (!(await this.factors.useRecoveryCode(manager, userId, recoveryCodeHash(code)))) return false;
    await this.audit.record(manager, { userId }, { action: 'second_factor.use_recovery_code', subjectId: userId });
    return true;
  }
}

/** A step that a code belongs to, and the sealed secret before and after its use. */
interface UsedStep {
  readonly step: number;
  readonly from: string;
  readonly to: string;
}

/** The same for a wrong code and a code that was used before. */
const wrongCode = (): ApiError =>
  new ApiError(HttpStatus.UNAUTHORIZED, 'The code is wrong, or was used before.', 'second_factor_invalid');

import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { isUUID } from 'class-validator';
import { v7 as uuidv7 } from 'uuid';

import { AuditRepository } from '../audit/audit.repository.js';
import type { AuditActor } from '../audit/audited-act.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { throttled } from '../../platform/http/api-error.js';
import { PublicAddress } from '../../platform/http/public-address.js';
import type { Language } from '../../platform/http/languages.js';
import { MailQueue } from '../mail/mail-queue.js';
import type { UserKind } from '../users/account.js';
import { requireTime } from '../users/kinds/user-kinds.service.js';
import { emailFault } from '../users/email-address.js';
import type { InvitationListGrant, InviteGrant } from './invitation.policy.js';
import { InvitationSettings } from './invitation.settings.js';
import { InvitationsRepository } from './invitations.repository.js';

/** Whom an invitation is for. */
export interface InvitationRequest {
  readonly email: string | undefined;
  /** How many people may use it. */
  readonly uses: number;
  /** In seconds. */
  readonly expiresIn: number;
  /** Of the mail to {@link email}. */
  readonly language: Language;
  /** What who signs up by it becomes. */
  readonly role: UserKind;
  /** When the access of its guests ends; undefined: it has no end. */
  readonly guestUntil: Date | undefined;
}

/** The kind of the mail, and what it is composed of. */
export const INVITATION_MAIL = 'invitation';
const LIMITS = { share: 0.2 };
export interface InvitationMailData {
  readonly url: string;
}

export interface MadeInvitation {
  readonly id: string;
  /** The address that the invited people open. It has the token, which is shown only now. */
  readonly url: string;
  readonly token: string;
  readonly expires_at: string;
  /** Whether it goes to its address by mail. */
  readonly is_mailed: boolean;
}

const TOKEN_BYTES = 16;
const A_DAY = 86_400;
/** The most people who may use one invitation. */
export const MOST_USES = 1_000;
/** The longest time of an invitation, in seconds. */
export const LONGEST_INVITATION = 90 * A_DAY;
/** The time of an invitation whose request names none, in seconds. */
export const USUAL_INVITATION = 7 * A_DAY;

/** Makes and revokes invitations to the deployment. */
@Injectable()
export class MakeInvitation {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly settings: InvitationSettings,
    private readonly address: PublicAddress,
    private readonly mails: MailQueue,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws Refusal 4004 if there is none that could be revoked */
  async revoke(grant: InvitationListGrant, by: AuditActor, id: string): Promise<void> {
    await this.unitOfWork.transaction(async ({ manager }) => {
      if (!isUUID(id) || !(await this.invitations.revoke(manager, grant, id)))
        throw notFound('There is no such invitation.');
      await this.audit.record(manager, by, { action: 'invitations.revoke', details: { invitation: id } });
    });
  }

  /**
   * @throws Refusal 4003
   * @throws ApiError 429
   */
  async make(grant: InviteGrant, by: AuditActor, request: InvitationRequest): Promise<MadeInvitation> {
    const { email, uses, expiresIn, language, role, guestUntil } = request;
    requireBounds(request);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const id = uuidv7();
    const expiresAt = new Date(Date.now() + expiresIn * 1_000);
    const url = `${this.address.url}/invite#${token}`;
    const isMailed = await this.unitOfWork.transaction(async (work) => {
      const { manager } = work;
      await this.requireFew(manager, grant);
      await this.invitations.insert(manager, grant, {
        id,
        token,
        email: email ?? null,
        uses,
        expiresAt,
        isForGuests: role === 'guest',
        guestUntil: guestUntil ?? null,
      });
      const ofGuests = role === 'guest' && { role, guest_until: guestUntil?.toISOString() ?? null };
      const details = { invitation: id, rooms: grant.roomIds, uses, ...ofGuests };
      await this.audit.record(manager, by, { action: 'invitations.create', details });
      if (email === undefined) return false;
      const data: InvitationMailData = { url };
      const mail = { kind: INVITATION_MAIL, address: email, userId: null, language, data, limits: LIMITS };
      return this.mails.add(work, mail);
    });
    return { id, url, token, expires_at: expiresAt.toISOString(), is_mailed: isMailed };
  }

  private async requireFew(manager: Work['manager'], { userId }: InviteGrant): Promise<void> {
    if (userId !== undefined && (await this.invitations.madeWithinADay(manager, userId)) >= this.settings.perDay) {
      throw throttled('Too many invitations within a day: try again later.', A_DAY);
    }
  }
}

function requireBounds({ email, uses, expiresIn, ...kind }: InvitationRequest): void {
  requireTime({ kind: kind.role, until: kind.guestUntil });
  const fault = email === undefined ? undefined : emailFault(email);
  if (fault !== undefined) throw invalid({ email: [fault] });
  const most = email === undefined ? MOST_USES : 1;
  if (!(uses >= 1 && uses <= most)) throw invalid({ uses: [`Must be a whole number from 1 to ${String(most)}.`] });
  if (!(expiresIn <= LONGEST_INVITATION)) throw invalid({ expires_in: ['Must be at most 90 days.'] });
}

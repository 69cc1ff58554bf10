import { Injectable, Logger } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';

import { lockFor } from '../../platform/database/purpose-lock.js';
import { statement } from '../../platform/database/statement.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { Language } from '../../platform/http/languages.js';
import { languageFrom } from '../../platform/http/languages.js';
import { addressKey } from '../users/email-address.js';
import { VerifiedAddressesRepository } from '../users/verified-addresses.repository.js';
import { MailContent } from './mail-content.js';
import { MailSettings } from './mail.settings.js';

/**
 * The limits of a kind that anybody can cause, within those of a day: without them strangers could use up the mails of an
 * address, so that its owner gets no link for a lost password.
 */
interface KindLimits {
  /** The part of MAILS_PER_USER_PER_DAY that mails of this kind may use. */
  readonly share?: number;
  /** After {@link UNPACED} within a day, one within so many seconds. */
  readonly paceSeconds?: number;
}

/** A mail that a feature wants to send. */
export interface NewMail {
  /** The name of its kind. */
  readonly kind: string;
  readonly address: string;
  /** Whose address it is; null: of nobody who has an account. */
  readonly userId: number | null;
  readonly language: Language;
  /** For the composition, as JSON. */
  readonly data: unknown;
  readonly limits?: KindLimits;
}

/** Somebody who did not get the first mails asks again soon. */
const UNPACED = 3;

/**
 * Mails that wait for the SMTP server. A mail belongs to the transaction of what it tells: it is sent once that has
 * committed, by any node.
 */
@Injectable()
export class MailQueue {
  private readonly log = new Logger('Mails');
  private added = (): void => undefined;

  constructor(
    private readonly settings: MailSettings,
    private readonly content: MailContent,
    private readonly addresses: VerifiedAddressesRepository,
  ) {}

  /** Calls a listener after each commit that has added mails. */
  onAdded(listener: () => void): void {
    this.added = listener;
  }

  /** Whether mails are sent here. */
  get isOn(): boolean {
    return this.settings.smtpUrl !== undefined;
  }

  /**
   * Like {@link add}, to the verified address of an active user, in the user's language.
   * @param mail.preferred the language of a user who has chosen none
   */
  async toUser(
    work: Work,
    userId: number,
    { preferred = 'en', ...mail }: Pick<NewMail, 'kind' | 'data' | 'limits'> & { readonly preferred?: Language },
  ): Promise<boolean> {
    if (!this.isOn) return false;
    const recipient = await this.addresses.recipient(userId, work.manager);
    if (!recipient) return false;
    const language = recipient.language === null ? preferred : languageFrom(recipient.language);
    return this.add(work, { ...mail, address: recipient.email, userId, language });
  }

  /** @returns whether it is in the queue: not without an SMTP server, and not beyond the limits of a day */
  async add(work: Work, { kind, address, userId, language, data, limits = {} }: NewMail): Promise<boolean> {
    if (!this.isOn) return false;
    const { perUserPerDay, perDay } = this.settings;
    const { share = 1, paceSeconds } = limits;
    await lockFor(work.manager, 'mails');
    const added = await ADD.rows(work.manager, {
      id: uuidv7(),
      kind,
      user: userId,
      address,
      key: addressKey(address),
      language,
      content: await this.content.seal(data),
      perAddress: perUserPerDay,
      perDay,
      ofKind: Math.max(1, Math.floor(perUserPerDay * share)),
      paceSeconds: paceSeconds ?? null,
    });
    if (added.length > 0) work.afterCommit(() => this.added());
    else
      this.log.warn(
        `A mail of the kind ${kind} is not sent: a limit of MAILS_PER_USER_PER_DAY or MAILS_PER_DAY is reached`,
      );
    return added.length > 0;
  }
}

const WITHIN_A_DAY = `created_at > now() - interval '1 day'`;

/** Whether fewer mails than `most` went out within a day. */
const areFewer = (mails: string, most: string): string =>
  `(SELECT count(*) FROM (SELECT FROM mails WHERE ${mails} AND ${WITHIN_A_DAY} LIMIT ${most}) m) < ${most}`;

const ADD = statement('mails.add', {
  parameters: {
    id: 'uuid',
    kind: 'text',
    user: 'int4 | null',
    address: 'text',
    key: 'text',
    language: 'text',
    content: 'text',
    perAddress: 'int8',
    perDay: 'int8',
    ofKind: 'int8',
    paceSeconds: 'float8 | null',
  },
  columns: { id: 'uuid' },
  text: ({ id, kind, user, address, key, language, content, perAddress, perDay, ofKind, paceSeconds }) => {
    const [toAddress, ofUser, isOfKind] = [
      `address_key = ${key}::text`,
      `user_id = ${user}::int`,
      `kind = ${kind}::text`,
    ];
    return `
    INSERT INTO mails (id, kind, user_id, address, address_key, language, content)
    SELECT ${id}::uuid, ${kind}::text, ${user}::int, ${address}, ${key}::text, ${language}, ${content}
    WHERE ${areFewer(toAddress, perAddress)} AND ${areFewer(ofUser, perAddress)} AND ${areFewer('true', perDay)}
      AND ${areFewer(`${toAddress} AND ${isOfKind}`, ofKind)} AND ${areFewer(`${ofUser} AND ${isOfKind}`, ofKind)}
      AND (${areFewer(`${toAddress} AND ${isOfKind}`, String(UNPACED))} OR NOT EXISTS (
        SELECT FROM mails WHERE ${toAddress} AND ${isOfKind}
          AND created_at > now() - make_interval(secs => ${paceSeconds}::float8)))
    RETURNING id`;
  },
});

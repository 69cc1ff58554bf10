import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { addressKey } from './email-address.js';
import { VerifiedAddressRow } from './verified-address.entity.js';

/** The address of a user, which only the user sees. */
export interface OwnAddress {
  /** Null: the user has none. */
  readonly email: string | null;
  /** Whether the user has shown to receive mail there. */
  readonly email_verified: boolean;
}

/** A user who receives mail. */
export type MailRecipient = RowOf<typeof RECIPIENT>;

/**
 * The addresses at which users receive mail: each of one user. Raw SQL: an address that another user has is left out by
 * the statement that adds it.
 */
@Injectable()
export class VerifiedAddressesRepository {
  constructor(private readonly source: DataSource) {}

  /** The addresses of new users count as verified, unless somebody has them. */
  async add(manager: EntityManager, users: readonly { readonly id: number; readonly email: string }[]): Promise<void> {
    if (users.length === 0) return;
    await ADD.rows(manager, {
      keys: users.map(({ email }) => addressKey(email)),
      users: users.map(({ id }) => id),
    });
  }

  /**
   * Sets the verified address of a user in place of the one before.
   * @param email null: none
   * @returns false if another user has it: then the user has none
   */
  async replace(manager: EntityManager, userId: number, email: string | null): Promise<boolean> {
    await manager.delete(VerifiedAddressRow, { userId });
    if (email === null) return true;
    return (await ADD.rows(manager, { keys: [addressKey(email)], users: [userId] })).length > 0;
  }

  /** The address of a user, and whether it is verified. */
  own(userId: number): Promise<OwnAddress> {
    return OWN.one(this.source, { user: userId });
  }

  /** The active user who has an address; undefined: nobody has. */
  owner(email: string, manager: EntityManager = this.source.manager): Promise<MailRecipient | undefined> {
    return RECIPIENT.row(manager, { key: addressKey(email), user: null });
  }

  /** An active user with the verified address; undefined: there is none. */
  recipient(userId: number, manager: EntityManager = this.source.manager): Promise<MailRecipient | undefined> {
    return RECIPIENT.row(manager, { key: null, user: userId });
  }
}

const ADD = statement('verified_addresses.add', {
  parameters: { keys: 'text[]', users: 'int4[]' },
  columns: { user_id: 'int4' },
  text: ({ keys, users }) => `
    INSERT INTO verified_addresses (address_key, user_id)
    SELECT key, id FROM unnest(${keys}::text[], ${users}::int[]) AS new (key, id)
    ON CONFLICT DO NOTHING RETURNING user_id`,
});

const OWN = statement('verified_addresses.own', {
  parameters: { user: 'int4' },
  columns: { email: 'text | null', email_verified: 'bool not null' },
  text: ({ user }) => `
    SELECT u.email, v.user_id IS NOT NULL AS email_verified
    FROM users u LEFT JOIN verified_addresses v ON v.user_id = u.id WHERE u.id = ${user}`,
});

const RECIPIENT = statement('verified_addresses.recipient', {
  parameters: { key: 'text | null', user: 'int4 | null' },
  columns: {
    id: 'int4',
    username: 'text',
    email: 'text not null',
    language: 'text | null',
    hasPassword: 'bool not null',
  },
  text: ({ key, user }) => `
    SELECT u.id, u.username, u.email, u.language, u.password_hash IS NOT NULL AS "hasPassword"
    FROM verified_addresses v JOIN users u ON u.id = v.user_id
    WHERE (v.address_key = ${key} OR v.user_id = ${user}) AND u.is_active`,
});

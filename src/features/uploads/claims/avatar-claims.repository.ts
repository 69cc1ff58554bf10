import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { DatabaseKind } from '../../../platform/database/distribution/database-kind.js';
import { commitTogether } from '../../../platform/database/distribution/mark.js';
import { statement, typed } from '../../../platform/database/statement.js';
import type { SignedFile } from '../file-address.js';
import type { UploadState } from '../upload.entity.js';
import type { AvatarGrant } from '../upload-grant.js';

/** An upload that its author may use as an avatar. */
export interface ClaimableAvatar extends SignedFile {
  readonly state: UploadState;
}

/**
 * Which uploads users and rooms show as their avatars. One in use has no time at which its bytes are deleted. The
 * statements run in the transaction that changes the row of the user or the room, which is locked.
 */
@Injectable()
export class AvatarClaims {
  constructor(private readonly kind: DatabaseKind) {}

  /** Locks an upload of the author for this place. Undefined: there is none. */
  async lock(
    manager: EntityManager,
    { userId, kind, roomId }: AvatarGrant,
    id: string,
  ): Promise<ClaimableAvatar | undefined> {
    return LOCK.row(manager, { id, user: userId, kind, room: roomId });
  }

  /** Locks an upload that may become the logo, of whichever administrator. Undefined: there is none. */
  lockLogo(manager: EntityManager, id: string): Promise<ClaimableAvatar | undefined> {
    return LOCK_LOGO.row(manager, { id });
  }

  /** Keeps a locked upload until it is released. */
  async keep(manager: EntityManager, id: string): Promise<void> {
    await this.commitTogether(manager);
    await KEEP.changes(manager, { id });
  }

  /** Gives back an avatar in use: nobody may read it from the commit on, and its bytes are deleted. */
  async release(manager: EntityManager, id: string): Promise<void> {
    await this.commitTogether(manager);
    await RELEASE.changes(manager, { id });
  }

  /** The row of a room may be on another server. */
  private async commitTogether(manager: EntityManager): Promise<void> {
    if (this.kind.isDistributed) await commitTogether(manager);
  }
}

const LOCK = statement('avatar_claims.lock', {
  parameters: { id: 'uuid', user: 'int4', kind: 'text', room: 'uuid | null' },
  columns: { id: 'uuid', secret: 'text', state: typed<UploadState>('text') },
  isPrepared: true,
  text: ({ id, user, kind, room }) => `
    SELECT id, secret, state FROM uploads
    WHERE id = ${id} AND user_id = ${user} AND kind = ${kind} AND room_id IS NOT DISTINCT FROM ${room}::uuid
      AND state <> 'removing'
      AND (expires_at IS NULL OR expires_at > statement_timestamp())
    FOR UPDATE`,
});

const LOCK_LOGO = statement('avatar_claims.lock_logo', {
  parameters: { id: 'uuid' },
  columns: { id: 'uuid', secret: 'text', state: typed<UploadState>('text') },
  text: ({ id }) => `
    SELECT id, secret, state FROM uploads
    WHERE id = ${id} AND kind = 'logo' AND state <> 'removing'
      AND (expires_at IS NULL OR expires_at > statement_timestamp())
    FOR UPDATE`,
});

const KEEP = statement('avatar_claims.keep', {
  parameters: { id: 'uuid' },
  columns: {},
  isPrepared: true,
  text: ({ id }) => `UPDATE uploads SET expires_at = NULL WHERE id = ${id}`,
});

const RELEASE = statement('avatar_claims.release', {
  parameters: { id: 'uuid' },
  columns: {},
  isPrepared: true,
  text: ({ id }) => `
    UPDATE uploads SET expires_at = statement_timestamp()
    WHERE id = ${id} AND kind IN ('avatar', 'room_avatar', 'logo') AND expires_at IS NULL`,
});

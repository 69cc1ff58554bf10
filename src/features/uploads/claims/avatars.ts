import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '@parley/protocol';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { avatarAddress, uploadOfAvatar } from '../file-address.js';
import type { AvatarGrant } from '../upload-grant.js';
import { AvatarClaims } from './avatar-claims.repository.js';

/** The avatar of a request. At most one of the two fields is named. */
export interface ChosenAvatar {
  /** Null: none. Undefined: the request does not name it, as the next. */
  readonly avatar?: string | null | undefined;
  readonly avatar_upload_id?: string | undefined;
}

/** Why the `avatar` of a request is refused; undefined: it names one of the two at most. */
export const avatarFault = ({ avatar, avatar_upload_id: uploadId }: ChosenAvatar): string | undefined =>
  avatar !== undefined && uploadId !== undefined ? 'Must not be given together with avatar_upload_id.' : undefined;

/** The avatars of users and rooms: addresses elsewhere, or uploads. */
@Injectable()
export class Avatars {
  constructor(private readonly claims: AvatarClaims) {}

  /**
   * Takes the upload that a request names, and gives back the one before. Repeating it changes nothing.
   * @param grant for the user or the room, whose row is locked
   * @param before the address that the row has
   * @returns the address that the row is to have; undefined: the request names none
   * @throws Refusal 4004 for an upload of somebody else or another place, 4005 for one that is not checked and scanned
   *   yet, or that the scanner has blocked
   */
  async replace(
    manager: Work['manager'],
    grant: AvatarGrant,
    before: string | null,
    chosen: ChosenAvatar,
  ): Promise<string | null | undefined> {
    const { avatar_upload_id: uploadId } = chosen;
    const after = uploadId === undefined ? chosen.avatar : await this.taken(manager, grant, uploadId);
    const former = uploadOfAvatar(before);
    if (after !== undefined && after !== before && former !== undefined) await this.claims.release(manager, former);
    return after;
  }

  private async taken(manager: Work['manager'], grant: AvatarGrant, id: string): Promise<string> {
    const upload = await this.claims.lock(manager, grant, id);
    if (!upload) throw notFound('No such upload for this avatar.');
    if (upload.state === 'blocked') throw conflict('The scanner has blocked the file.');
    if (upload.state !== 'ready') throw conflict('The upload is not ready: its bytes are incomplete or being checked.');
    await this.claims.keep(manager, upload.id);
    return avatarAddress(upload);
  }
}

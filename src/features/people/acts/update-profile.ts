import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { AddPolicy } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import type { Answer, EventContext, RequestOrigin } from '@parley/realtime/requests';

import { ConnectedUsers } from '../../auth/sockets/connected-users.js';
import { Moderation } from '../../moderation/moderation.service.js';
import { textsOfJson } from '../../moderation/shown-texts.js';
import type { Permitted } from '../../moderation/shown-texts.js';
import { Signals } from '../../../platform/cluster-signals/signals.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import type { Language } from '../../../platform/http/languages.js';
import { ConsentSettings } from '../../rooms/consent/consent.settings.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { Avatars } from '../../uploads/claims/avatars.js';
import { ownAvatar } from '../../uploads/upload-grant.js';
import type { User } from '../../users/user.entity.js';
import { profileChanged } from '../../users/user.signals.js';
import { toUser } from '../../users/user.view.js';
import { UsersRepository } from '../../users/users.repository.js';
import type { ProfileFields } from '../../users/users.repository.js';
import { AddressPolicy } from '../address/address.policy.js';
import { ChangeAddress } from '../address/change-address.js';
import { ownSettings } from '../own-settings.js';
import { profileFields } from '../profile-fields.js';
import type { NamedFields } from '../profile-fields.js';
import { ProfilePublisher } from '../profile-publisher.js';

/** What a request names of the own settings and profile. */
export interface ProfileUpdate extends NamedFields {
  /** Null: the default of the deployment. */
  readonly add_policy?: AddPolicy | null;
  /** Null: none. Another one counts once it is verified. */
  readonly email?: string | null;
  /** Of mails; null: none is chosen. */
  readonly language?: Language | null;
}

/** The texts that others see, beside those in `custom`. */
const SHOWN = ['first_name', 'last_name', 'status.text', 'status.emoji'];

/**
 * A user changes the own settings and profile. The connections of the user receive all settings; those of users who
 * share a room with the user receive the profile if it has changed.
 */
@Injectable()
export class UpdateProfile {
  constructor(
    private readonly users: UsersRepository,
    private readonly work: UnitOfWork,
    private readonly signals: Signals,
    private readonly connected: ConnectedUsers,
    private readonly publisher: ProfilePublisher,
    private readonly dispatch: Dispatch,
    private readonly avatars: Avatars,
    private readonly moderation: Moderation,
    private readonly limits: Limits,
    private readonly address: ChangeAddress,
    private readonly addresses: AddressPolicy,
    private readonly consentSettings: ConsentSettings,
  ) {}

  /**
   * @returns the present settings as the answer, if the request names none
   * @throws Refusal 4002 for an address; 4003; 4004, 4005 for an upload
   */
  async update(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    given: ProfileUpdate,
  ): Promise<Answer | undefined> {
    const place = { action: 'profile', room: null, sender: actor.user } as const;
    const request = await this.moderation.permit(place, given, {
      paths: SHOWN,
      fixed: [given.avatar ?? '', ...textsOfJson(given.custom)],
    });
    const { id } = actor.user;
    const { add_policy: addPolicy, avatar_upload_id: uploadId, email, language } = request;
    this.address.check(email);
    const named = profileFields(request, this.limits.jsonBytes);
    const isNamed = [addPolicy, uploadId, email, language].some((value) => value !== undefined);
    if (!isNamed && Object.keys(named).length === 0) {
      return { ...ownSettings(await this.users.byId(id), this.consentSettings), meta: { changed: false } };
    }
    await this.work.transaction(async (work) => {
      const before = await this.users.lockActive(work.manager, id);
      if (!before) throw notFound('No such user.');
      const address =
        email === undefined ? undefined : await this.addresses.mayChange(work.manager, actor, before, email);
      if (addPolicy !== undefined) await this.users.setAddPolicy(work.manager, id, addPolicy);
      if (language !== undefined) await this.users.setLanguage(work.manager, id, language);
      const avatar = await this.avatars.replace(work.manager, ownAvatar(id), before.avatar, request);
      const changes = differing({ ...named, ...(avatar !== undefined && { avatar }) }, before);
      const after = Object.assign(
        before,
        changes,
        addPolicy !== undefined && { addPolicy },
        language !== undefined && { language },
      );
      if (address) await this.address.request(work, after, address);
      this.answer(work, after, origin);
      await this.changeProfile(work, after, changes);
    });
    return undefined;
  }

  private answer({ afterCommit }: Work, user: User, origin: RequestOrigin): void {
    afterCommit(() => this.dispatch.toUsers([user.id], ownSettings(user, this.consentSettings), origin));
  }

  private async changeProfile(
    { manager, afterCommit }: Work,
    user: User,
    changes: Permitted<Partial<ProfileFields>>,
  ): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    const known = { user: toUser(user), version: await this.users.changeProfile(manager, user.id, changes) };
    await this.signals.publish(manager, profileChanged, known);
    afterCommit(() => {
      this.connected.changed(known);
      this.publisher.publish(user);
    });
  }
}

/** The fields that differ from those of the user. */
const differing = (fields: Permitted<Partial<ProfileFields>>, user: User): Permitted<Partial<ProfileFields>> => {
  const changed = Object.entries(fields).filter(
    ([key, value]) => !isDeepStrictEqual(value, user[key as keyof ProfileFields]),
  );
  return Object.fromEntries(changed) as Permitted<Partial<ProfileFields>>;
};

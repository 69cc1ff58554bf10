import { Injectable } from '@nestjs/common';
import type { AddPolicy } from '@parley/protocol';
import {
  checkKnownKeys,
  Choice,
  ClientEvent,
  Id,
  JsonObject,
  Optional,
  requireOpen,
  StrictObject,
  Text,
  WebUrl,
} from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { addPolicies } from '../../rooms/consent/consent.settings.js';
import { LANGUAGES } from '../../../platform/http/languages.js';
import type { Language } from '../../../platform/http/languages.js';
import { MAX_EMAIL_LENGTH } from '../../users/email-address.js';
import { MAX_NAME_LENGTH } from '../../users/new-user.js';
import { UpdateProfile } from '../acts/update-profile.js';
import { MAX_AVATAR_LENGTH, StatusRequest } from '../profile-fields.js';

class UserUpdateRequest {
  /** Null: the default of the deployment. */
  @Optional()
  @Choice(addPolicies)
  add_policy?: AddPolicy | null;

  @Optional({ nullable: false })
  @Text({ max: MAX_NAME_LENGTH })
  first_name?: string;

  @Optional({ nullable: false })
  @Text({ max: MAX_NAME_LENGTH })
  last_name?: string;

  /** The address of an image. */
  @Optional()
  @WebUrl({ max: MAX_AVATAR_LENGTH })
  avatar?: string | null;

  /** An upload of the kind `avatar`, in place of `avatar`. */
  @Optional({ nullable: false })
  @Id()
  avatar_upload_id?: string;

  @Optional()
  @StrictObject(() => StatusRequest)
  status?: StatusRequest | null;

  /** Null: none. Another one counts once the link that goes there was opened. */
  @Optional()
  @Text({ min: 3, max: MAX_EMAIL_LENGTH })
  email?: string | null;

  /** Of mails; null: none is chosen. */
  @Optional()
  @Choice(LANGUAGES)
  language?: Language | null;

  @Optional({ nullable: false })
  @JsonObject()
  custom?: Record<string, unknown>;
}

/**
 * `user.update`: changes the user's own settings and profile. The connections of the user receive all settings; those
 * of users who share a room with the user receive the profile if it has changed. Without a setting nothing changes, and
 * the requester receives the present settings.
 */
@Injectable()
@ClientEvent({
  name: 'user.update',
  summary: "Changes the user's own settings and profile, and returns them.",
  request: UserUpdateRequest,
  cost: 5,
  emits: ['userupdate.dispatch'],
  roomTokens: 'open',
})
export class UserUpdateEvent implements EventHandler<UserUpdateRequest> {
  constructor(private readonly profile: UpdateProfile) {}

  async handle(request: UserUpdateRequest, context: EventContext): Promise<Answer | undefined> {
    checkKnownKeys(request);
    // A page with a token that is limited to rooms needs to know whose it is, and changes nothing of the user.
    if (Object.values(request).some((value) => value !== undefined)) requireOpen({}, context.actor, undefined);
    return this.profile.update(context, request);
  }
}

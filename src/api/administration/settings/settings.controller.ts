import { applyDecorators, Controller } from '@nestjs/common';
import { describedField, Optional } from '@parley/realtime/requests';

import { ChangeSettings } from '../../../features/deployment/change-settings.js';
import type { SettingState } from '../../../features/deployment/change-settings.js';
import { JsonBody } from '../../../platform/http/body.js';
import { Administration, AdministrationRoute } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';

/** Every setting by its name. */
export type SettingStates = Readonly<Record<string, SettingState>>;

/** A value of a setting, which its variable of the environment checks. */
const Value = (schema: { readonly type: 'string' | 'boolean' | 'integer' | 'array' }): PropertyDecorator =>
  applyDecorators(Optional(), describedField(schema));

/** New values of settings; null unsets one. */
class SettingsRequest {
  @Value({ type: 'string' })
  name?: string | null;

  /** The id of an upload of the kind `logo`. */
  @Value({ type: 'string' })
  logo?: string | null;

  @Value({ type: 'string' })
  welcome?: string | null;

  /** `product` or `team`. */
  @Value({ type: 'string' })
  preset?: string | null;

  /** `off`, `invitation`, `domains` or `open`. The last two need mail. */
  @Value({ type: 'string' })
  sign_up?: string | null;

  /** The domains of the addresses of people who make an account with `domains`. */
  @Value({ type: 'array' })
  sign_up_domains?: string[] | null;

  /** `admins`, `moderators` or `everyone`. */
  @Value({ type: 'string' })
  invites?: string | null;

  /** `never`, `mentions` or `all`: which missed messages are mailed to users who have not chosen. */
  @Value({ type: 'string' })
  mail_notices?: string | null;

  @Value({ type: 'boolean' })
  channel_directory?: boolean | null;

  /** `exact`, `shared` or `everyone`. */
  @Value({ type: 'string' })
  user_directory?: string | null;

  /** `everyone` or `moderators`: who writes in a new Channel. */
  @Value({ type: 'string' })
  channel_posting?: string | null;

  /** `one` or `many`: how many reactions to a message a member of a new room may have. */
  @Value({ type: 'string' })
  reactions?: string | null;

  /** The most members of a new GroupChat. */
  @Value({ type: 'integer' })
  max_participants?: number | null;

  /** The most members of a new Channel. */
  @Value({ type: 'integer' })
  max_subscribers?: number | null;

  /** `everyone`, `moderators` or `admins`. */
  @Value({ type: 'string' })
  create_channels?: string | null;

  /** `everyone`, `moderators` or `admins`. */
  @Value({ type: 'string' })
  create_groups?: string | null;

  /** The ids of Channels that new users join. */
  @Value({ type: 'array' })
  default_rooms?: string[] | null;
}

/** Stored settings, for administrators. */
@Controller('api/admin/settings')
@Administration()
export class SettingsController {
  constructor(private readonly settings: ChangeSettings) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns every setting that can be stored, with its present value and where that is from.',
    right: 'settings.manage',
    answer: { description: 'The settings by name.', type: 'SettingStates' },
  })
  list(): Promise<SettingStates> {
    return this.settings.list();
  }

  @AdministrationRoute('PATCH', '', {
    summary: 'Stores new values of settings, all or none. They take effect on every node within a second.',
    right: 'settings.manage',
    body: SettingsRequest,
    answer: { description: 'The settings by name, as they are now.', type: 'SettingStates' },
  })
  async change(
    @CurrentAdministrator() { authority }: Administrator,
    @JsonBody(SettingsRequest) request: SettingsRequest,
  ): Promise<SettingStates> {
    const changes = Object.entries(request).filter(([, value]: [string, unknown]) => value !== undefined);
    await this.settings.change(authority, Object.fromEntries(changes));
    return this.settings.list();
  }
}

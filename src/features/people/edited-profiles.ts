import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';
import { ConnectionGroups } from '@parley/realtime/requests';

import { ConnectedUsers } from '../auth/sockets/connected-users.js';
import { Separations } from '../blocking/separations.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import { profileEdited } from '../users/user.signals.js';
import { toProfile } from '../users/user.view.js';
import { UsersRepository } from '../users/users.repository.js';
import { ConsentSettings } from '../rooms/consent/consent.settings.js';
import { ownSettings } from './own-settings.js';

/** Sends profiles that an operator has changed: every node receives the signal and notifies its own connections. */
@Injectable()
export class EditedProfiles implements OnModuleInit {
  private readonly log = new Logger(EditedProfiles.name);

  constructor(
    private readonly signals: Signals,
    private readonly connected: ConnectedUsers,
    private readonly users: UsersRepository,
    private readonly groups: ConnectionGroups,
    private readonly separations: Separations,
    private readonly dispatch: Dispatch,
    private readonly settings: ConsentSettings,
  ) {}

  onModuleInit(): void {
    this.signals.on(profileEdited, (known) => {
      this.connected.changed(known);
      this.send(known.user.id).catch((error: unknown) => {
        this.log.warn(`A changed profile could not be sent: ${String(error)}`);
      });
    });
  }

  private async send(id: number): Promise<void> {
    const user = await this.users.byId(id);
    const rooms = await this.groups.groupsOf(id, user.roomsVersion);
    const separated = await this.separations.of(id);
    const data = { user: toProfile(user) };
    this.dispatch.toRoomsLocally([id, ...separated], rooms, { eventType: 'userupdate.dispatch', data });
    this.dispatch.toUsersLocally([id], ownSettings(user, this.settings));
  }
}

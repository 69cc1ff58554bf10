import { Injectable, Logger } from '@nestjs/common';
import { ErrorCode, invalid, notFound, Refusal } from '@parley/protocol';
import { HttpCalls } from '@parley/realtime/http-calls';
import type { Actor } from '@parley/realtime/requests';

import { AuditRepository } from '../../audit/audit.repository.js';
import { actingUser } from '../../audit/audited-act.js';
import { TokenSettings } from '../../auth/tokens/token.settings.js';
import { ChangeSettings } from '../../deployment/change-settings.js';
import type { SettingChanges } from '../../deployment/change-settings.js';
import { DeploymentSettings } from '../../deployment/deployment.settings.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { UserRolesRepository } from '../../users/roles/user-roles.repository.js';
import { toUser } from '../../users/user.view.js';
import { UsersRepository } from '../../users/users.repository.js';
import { UsersService } from '../../users/users.service.js';
import type { TokenHolder } from '../../users/users.service.js';
import { FirstUsersRepository } from './first-users.repository.js';
import { SetupKey } from './setup-key.js';

/** For whom the deployment is, in the words of the person who sets it up. */
export interface Setup {
  readonly username: string;
  readonly password: string;
  /** Of the deployment. */
  readonly name: string;
  readonly preset: string;
}

/** The room that a team begins with. */
const FIRST_ROOM = 'General';

/** Sets up an empty deployment: its first administrator, its name, and for a team a Channel that everybody joins. */
@Injectable()
export class SetUpDeployment {
  private readonly log = new Logger('Setup');

  constructor(
    private readonly tokens: TokenSettings,
    private readonly key: SetupKey,
    private readonly firstUsers: FirstUsersRepository,
    private readonly users: UsersService,
    private readonly rows: UsersRepository,
    private readonly roles: UserRolesRepository,
    private readonly settings: ChangeSettings,
    private readonly deployment: DeploymentSettings,
    private readonly audit: AuditRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly calls: HttpCalls,
  ) {}

  /** Whether the deployment waits for its first user, and lets the page make one. */
  async isAwaited(): Promise<boolean> {
    return this.tokens.endpoints && !(await this.firstUsers.hasUsers());
  }

  /**
   * Whoever has no key cannot tell a fresh deployment from another.
   * @throws Refusal 4004, the same for a wrong key and for a deployment that has a user
   */
  async requireKey(given: unknown): Promise<void> {
    const matches = this.key.matches(typeof given === 'string' ? given : '');
    if ((await this.firstUsers.hasUsers()) || !matches) throw noSuchKey();
  }

  /**
   * @param address of the client
   * @returns the administrator, who logs in next
   * @throws Refusal 4003 for each field that is invalid, 4004 if another user was made meanwhile
   */
  async setUp({ username, password, name, preset }: Setup, address: string): Promise<TokenHolder> {
    const changes = {
      ...this.settings.changeable({ name, preset }),
      // The person has not asked for it: what the environment fixes is no fault of theirs.
      ...(preset === 'team' && !this.settings.isFixed('sign_up') && { sign_up: 'invitation' }),
    };
    const faults = { ...(await this.users.faultsOf({ username, password })), ...this.settings.faultsOf(changes) };
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const id = await this.makeFirstUser({ username, password }, changes);
    const holder = await this.users.tokenHolderOf(id);
    if (this.deployment.preset === 'team') {
      const user = toUser(await this.rows.byId(id));
      await this.makeFirstRoom({ user, role: 'admin', client: { address, sessionId: undefined } });
    }
    return holder;
  }

  private async makeFirstUser(user: Pick<Setup, 'username' | 'password'>, changes: SettingChanges): Promise<number> {
    try {
      const { id } = await this.users.createWith(
        user,
        { force: false, addresses: 'unverified' },
        async (work, userId) => {
          await this.firstUsers.lock(work.manager);
          if (await this.firstUsers.hasUsers(work.manager, userId)) throw noSuchKey();
          if (Object.keys(changes).length > 0) await this.settings.write(work, { userId }, changes);
          await this.makeAdministrator(work, userId);
        },
      );
      return id;
    } catch (error) {
      // The name is taken, so there is a user by now.
      if (error instanceof Refusal && error.code === ErrorCode.conflict) throw noSuchKey();
      throw error;
    }
  }

  private async makeAdministrator({ manager }: Work, userId: number): Promise<void> {
    await this.roles.set(manager, userId, 'admin');
    await this.audit.record(manager, { userId }, { action: 'setup', subjectId: userId, details: { role: 'admin' } });
  }

  /** The deployment is set up without it: the administrator can make it, too. */
  private async makeFirstRoom(actor: Actor): Promise<void> {
    try {
      const data = {
        type: 'Channel',
        name: FIRST_ROOM,
        extra_fields: { is_public: true, posting: 'everyone', reactions: 'many' },
      };
      const answer = await this.calls.execute({
        event: 'room.create',
        data,
        actor,
        groups: () => Promise.resolve([]),
      });
      const { room_id: id } = JSON.parse(answer) as { room_id: string };
      await this.unitOfWork.transaction((work) =>
        this.settings.write(work, actingUser(actor), { default_rooms: [id] }),
      );
    } catch (error) {
      this.log.warn(`The Channel ${FIRST_ROOM} could not be made: ${String(error)}`);
    }
  }
}

const noSuchKey = (): Refusal => notFound('There is no such page.');

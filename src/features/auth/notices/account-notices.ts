import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { MailQueue } from '../../mail/mail-queue.js';
import { PasswordListeners } from '../../users/password-listeners.js';
import type { LogInOrigin } from '../log-ins/log-in-origin.js';
import { KnownDevicesRepository } from './known-devices.repository.js';

/** The kinds of the mails, and what they are composed of. */
export const PASSWORD_CHANGED = 'password_changed';
export const NEW_DEVICE = 'new_device';
export interface NewDeviceData {
  /** The description that the device gives of itself. */
  readonly device: string;
  readonly address: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Tells users by mail what somebody else may have done with their accounts. */
@Injectable()
export class AccountNotices implements OnModuleInit {
  constructor(
    private readonly listeners: PasswordListeners,
    private readonly devices: KnownDevicesRepository,
    private readonly mails: MailQueue,
  ) {}

  onModuleInit(): void {
    this.listeners.add(async (work, userId) => {
      await this.mails.toUser(work, userId, { kind: PASSWORD_CHANGED, data: {} });
    });
  }

  /** Tells of a log-in from a device that the user has not had. The first device of a user is no news. */
  async loggedIn(work: Work, userId: number, { device, address, language }: LogInOrigin): Promise<void> {
    if (device === null || !(await this.devices.note(work.manager, userId, device))) return;
    const data: NewDeviceData = { device, address, at: new Date().toISOString() };
    await this.mails.toUser(work, userId, { kind: NEW_DEVICE, data, preferred: language });
  }
}

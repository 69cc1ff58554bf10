import { Injectable } from '@nestjs/common';

/** Is told the ids of users who were made, after the commit. */
export type NewUserListener = (userIds: readonly number[]) => Promise<void>;

/** What other features do for new users. */
@Injectable()
export class NewUserListeners {
  private readonly listeners: NewUserListener[] = [];

  /** Called while the modules are initialised. */
  add(listener: NewUserListener): void {
    this.listeners.push(listener);
  }

  async tell(userIds: readonly number[]): Promise<void> {
    for (const listener of this.listeners) await listener(userIds);
  }
}

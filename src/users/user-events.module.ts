import { Module } from '@nestjs/common';

import { UserFindEvent } from './events/user-find.event.js';
import { UsersModule } from './users.module.js';

/** The events about users. Commands use {@link UsersModule} without them, and without connections. */
@Module({ imports: [UsersModule], providers: [UserFindEvent] })
export class UserEventsModule {}

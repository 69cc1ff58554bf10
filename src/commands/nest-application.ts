import 'reflect-metadata';

import type { INestApplicationContext, Type } from '@nestjs/common';
import { CommandFactory } from 'nest-commander';

/**
 * An application with the commands of a module. It opens no resource of the deployment before a command needs it.
 */
export const commandApplication = (module: Type): Promise<INestApplicationContext> =>
  CommandFactory.createWithoutRunning(module, {
    logger: false,
    abortOnError: false,
    serviceErrorHandler: (error) => Promise.reject(error),
  });

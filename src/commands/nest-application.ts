import 'reflect-metadata';

import type { INestApplicationContext, Type } from '@nestjs/common';
import { CommandFactory } from 'nest-commander';

/**
 * The commands of a module, ready to run one of them. Nothing of the deployment is opened before a command asks for it.
 */
export const commandApplication = (module: Type): Promise<INestApplicationContext> =>
  CommandFactory.createWithoutRunning(module, {
    logger: false,
    abortOnError: false,
    serviceErrorHandler: (error) => Promise.reject(error),
  });

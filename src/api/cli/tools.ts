import type { Type } from '@nestjs/common';

const database = async (): Promise<Type> => (await import('@parley/database')).DatabaseCommandsModule;
const importDjango = async (): Promise<Type> => (await import('@parley/import-django')).ImportDjangoModule;
const verify = async (): Promise<Type> => (await import('@parley/verify')).VerifyModule;

/**
 * The packages of `tools` by the first word of their commands: each has the module of its commands. They are loaded by
 * name when one of their commands is executed, so that no other command loads them.
 */
export const TOOLS: ReadonlyMap<string, () => Promise<Type>> = new Map([
  ['backup', database],
  ['database', database],
  ['import', importDjango],
  ['move', database],
  ['restore', database],
  ['verify', verify],
]);

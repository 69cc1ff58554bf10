import { hostname, userInfo } from 'node:os';

/**
 * The user who runs a command, as `user@machine`: the user before `sudo`, if there was one. A container may run under a
 * number without a name.
 */
export function machineUser(environment: NodeJS.ProcessEnv = process.env): string {
  return `${environment.SUDO_USER ?? userName()}@${hostname()}`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

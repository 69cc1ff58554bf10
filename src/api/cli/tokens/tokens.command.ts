import { Option, SubCommand } from 'nest-commander';

import { TokenPairsService } from '../../../features/auth/tokens/token-pairs.service.js';
import { CannotStart, Config } from '../../../platform/config/config.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { UsersService } from '../../../features/users/users.service.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

/** Addresses that mean "every interface": a client on this machine connects to the loopback address instead. */
const EVERY_INTERFACE = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
]);

/**
 * The address at which a client on this machine opens a WebSocket to the service of this configuration.
 *
 * @param token an access token, which becomes the query parameter `token`
 * @throws CannotStart if `PORT` is 0, since the port of the running service is then not known
 */
export function socketUrl({ http, sockets }: Pick<Config, 'http' | 'sockets'>, token: string): string {
  if (http.port === 0) throw new CannotStart('PORT is 0: set it to the port on which the service listens.');
  const host = EVERY_INTERFACE.get(http.host) ?? (http.host.includes(':') ? `[${http.host}]` : http.host);
  return `ws://${host}:${String(http.port)}${sockets.path}/?token=${token}`;
}

interface IssueOptions extends OutputOptions {
  readonly socketUrl?: true;
}

@SubCommand({
  name: 'issue',
  arguments: '<username>',
  description: 'log a user in, and print the access token and the refresh token',
})
@Examples('parley tokens issue ada', 'parley tokens issue ada --socket-url')
export class TokensIssueCommand extends ParleyCommand {
  async run([username = '']: string[], options: IssueOptions): Promise<void> {
    const urlWith = (token: string): string => socketUrl(this.deployment.settings().of(Config), token);
    // Fails before a token is issued if the address cannot be printed.
    if (options.socketUrl) urlWith('');
    const holder = await (await this.deployment.get(UsersService)).tokenHolder(username);
    const { access, refresh } = await (await this.deployment.get(TokenPairsService)).issueByOperator(holder);
    if (options.socketUrl) this.print(options, { url: urlWith(access), refresh }, urlWith(access));
    else this.print(options, { access, refresh }, `access: ${access}\nrefresh: ${refresh}`);
  }

  @Option({
    flags: '--socket-url',
    description: 'print the address of a WebSocket with the access token in it, for: npx wscat -c "$(...)"',
  })
  parseSocketUrl(): true {
    return true;
  }
}

@SubCommand({
  name: 'revoke',
  arguments: '<username>',
  description: 'revoke every token of a user, and close the connections of the user',
})
@Examples('parley tokens revoke ada')
export class TokensRevokeCommand extends ParleyCommand {
  async run([username = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(UsersService)).revokeTokens(OPERATOR, username);
    this.print(options, { username }, `Every log-in of ${username} is ended.`);
  }
}

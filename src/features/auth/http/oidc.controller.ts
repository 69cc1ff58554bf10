import type { IncomingMessage, ServerResponse } from 'node:http';

import { Controller, Get, HttpCode, HttpStatus, Post, Req, Res } from '@nestjs/common';

import { Config } from '../../../platform/config/config.js';
import { OidcSettings } from '../oidc/oidc.settings.js';
import { ApiError } from '../../../platform/http/api-error.js';
import type { ParsedRequest } from '../../../platform/http/body.js';
import { EnabledBy } from '../../../platform/http/enabled-by.js';
import { mayOpen } from '../../../platform/http/origin-policy.js';
import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';
import type { Nothing } from '../../../platform/http/route-contract.js';
import { BackChannelLogOutService } from '../oidc/back-channel-log-out.service.js';
import { LogInFailure } from '../oidc/log-in-failure.js';
import { ProviderLogInService } from '../oidc/provider-log-in.service.js';
import { OidcCookie } from './oidc-cookie.js';

/** The address to which the provider sends the browser, below that of the page. */
const CALLBACK = 'api/oidc/callback';
/** The page, from the addresses of the log-in and of the callback, also behind a proxy that adds a prefix. */
const PAGE = '../../';
const LONGEST_PAGE = 512;
const TAB = /^[\w-]{1,64}$/;

/** The provider for the log-in page. */
interface OidcProvider {
  /** Null: users log in by password only. */
  readonly name: string | null;
}

@Controller('api/oidc')
@EnabledBy(Config, ({ pages }) => pages.webClient || pages.adminPage)
export class OidcProviderController {
  constructor(private readonly settings: OidcSettings) {}

  @Get()
  provider(): OidcProvider {
    return { name: this.settings.provider?.name ?? null };
  }
}

/**
 * The log-in of the web client by the provider of identities. The browser goes to the provider, returns with a code,
 * and is sent to the page with a ticket in the fragment of the address, which no server and no log sees.
 */
@Controller('api/oidc')
@EnabledBy(OidcSettings, ({ provider }) => provider !== undefined)
export class OidcController {
  constructor(
    private readonly logIns: ProviderLogInService,
    private readonly logOuts: BackChannelLogOutService,
    private readonly addresses: RemoteAddresses,
    private readonly config: Config,
  ) {}

  /** The query has the address of the `page` that logs in, and a random name of its `tab`. */
  @Get('log-in')
  async logIn(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    const query = new URLSearchParams(queryOf(request));
    const redirectUri = this.redirectUriOf(query.get('page') ?? '');
    const tab = query.get('tab') ?? '';
    if (!TAB.test(tab)) throw new ApiError(HttpStatus.BAD_REQUEST, 'The tab is not valid.', 'invalid');
    await answered(response, async () => {
      const { state, sealed, address } = await this.logIns.begin(redirectUri.href, tab);
      new OidcCookie(request, response, state).set(sealed, redirectUri);
      return address.href;
    });
  }

  @Get('callback')
  async callback(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    const query = queryOf(request);
    const { sealed } = new OidcCookie(request, response, new URLSearchParams(query).get('state') ?? '');
    await answered(response, async () => {
      const address = this.addresses.addressOf(request);
      const { ticket, username, tab } = await this.logIns.end({ sealed, query, address });
      return pageWith({ log_in_ticket: ticket, username, tab });
    });
  }

  /** The provider reports the end of a session (OpenID Connect Back-Channel Logout 1.0). */
  @Post('back-channel-log-out')
  @HttpCode(HttpStatus.OK)
  async logOut(@Req() { body }: ParsedRequest): Promise<Nothing> {
    const { logout_token: token } = (body ?? {}) as { readonly logout_token?: unknown };
    const isEnded = typeof token === 'string' && (await this.logOuts.end(token).catch(refused));
    if (!isEnded) throw new ApiError(HttpStatus.BAD_REQUEST, 'The log-out token is not valid.', 'logout_token_invalid');
    return {};
  }

  /** @throws ApiError for a page that may not log in here */
  private redirectUriOf(page: string): URL {
    const { allowedHosts } = this.config.sockets;
    const { origin, pathname } = new URL(URL.canParse(page) ? page : 'about:blank');
    if (page.length <= LONGEST_PAGE && mayOpen(origin, { allowedHosts, requireOrigin: true })) {
      return new URL(CALLBACK, origin + pathname);
    }
    throw new ApiError(HttpStatus.FORBIDDEN, 'This page may not log in here.', 'origin_not_allowed');
  }
}

/** The query of a request, with its question mark. */
const queryOf = ({ url = '' }: IncomingMessage): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

const pageWith = (fields: Readonly<Record<string, string>>): string =>
  `${PAGE}#${new URLSearchParams(fields).toString()}`;

/** Redirects the browser; after a failure to the page, with the code of the failure. */
async function answered(response: ServerResponse, work: () => Promise<string>): Promise<void> {
  const location = await work().catch((error: unknown) => {
    if (error instanceof LogInFailure) return pageWith({ log_in_error: error.code });
    throw error;
  });
  response.writeHead(HttpStatus.SEE_OTHER, { Location: location }).end();
}

/** A token cannot be checked without the provider. The specification knows one status for every failure. */
function refused(error: unknown): false {
  if (error instanceof LogInFailure) return false;
  throw error;
}

import type { ServerResponse } from 'node:http';

import { Controller, Delete, HttpCode, HttpStatus, Post, Put, Req, Res, UseGuards } from '@nestjs/common';

import { Config } from '../../../platform/config/config.js';
import { TokenSettings } from '../tokens/token.settings.js';
import { ApiError } from '../../../platform/http/api-error.js';
import { bodyOf, JsonBody, PostRoute } from '../../../platform/http/body.js';
import type { ParsedRequest } from '../../../platform/http/body.js';
import { EnabledBy } from '../../../platform/http/enabled-by.js';
import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';
import type { TokenHolder } from '../../users/users.service.js';
import { LogInOrigins } from '../log-ins/log-in-origin.js';
import { LogInStepsService } from '../second-factor/log-in-steps.service.js';
import { TokenPairsService } from '../tokens/token-pairs.service.js';
import type { TokenPair } from '../tokens/token-pairs.service.js';
import { ContinueRequest } from './log-in-steps.controller.js';
import { withGoodToken } from './good-token.js';
import { PageOriginGuard } from './page-origin.guard.js';
import { LoggedIn, PasswordGuard } from './password.guard.js';
import { PasswordLogIn } from './password-log-in.js';
import { SessionCookie } from './session-cookie.js';

interface AccessToken {
  readonly access: string;
}

class RefreshRequest {}

/**
 * The log-in of the web client and of the administration page: like `/api/token/`, with the refresh token in a cookie
 * that no script can read. The cookie is sent to this path and those below it only. Every request needs a JSON body or
 * a method that pages of other sites may not use, besides the checks of the {@link PageOriginGuard}.
 */
@Controller('api/web/session')
@EnabledBy(Config, ({ pages }) => pages.webClient || pages.adminPage)
@EnabledBy(TokenSettings, ({ endpoints }) => endpoints)
@UseGuards(PageOriginGuard)
export class WebSessionController {
  constructor(
    private readonly steps: LogInStepsService,
    private readonly pairs: TokenPairsService,
    private readonly addresses: RemoteAddresses,
    private readonly origins: LogInOrigins,
    private readonly settings: TokenSettings,
    private readonly logIns: PasswordLogIn,
  ) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  @UseGuards(PasswordGuard)
  async logIn(
    @LoggedIn() holder: TokenHolder,
    @Req() request: ParsedRequest,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<AccessToken> {
    return this.keep(await this.logIns.begin(holder, request), new SessionCookie(request, response));
  }

  /** Continues a log-in by a ticket, with the same answer as {@link logIn}. */
  @PostRoute('continue')
  async continue(
    @JsonBody(ContinueRequest) { ticket, code }: ContinueRequest,
    @Req() request: ParsedRequest,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<AccessToken> {
    const completed = await this.steps.continue(ticket, code, this.addresses.addressOf(request));
    const pair = await withGoodToken(this.pairs.issue(completed, this.origins.of(request)));
    return this.keep(pair, new SessionCookie(request, response));
  }

  /** Exchanges the refresh token of the cookie. A log-in that has ended deletes the cookie. */
  @Put()
  async refresh(
    @Req() request: ParsedRequest,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<AccessToken> {
    bodyOf(RefreshRequest, request);
    const cookie = new SessionCookie(request, response);
    try {
      const pair = this.pairs.refresh(cookie.token ?? '', this.addresses.addressOf(request));
      return this.keep(await withGoodToken(pair), cookie);
    } catch (error) {
      if (error instanceof ApiError) cookie.delete();
      throw error;
    }
  }

  /** Logs out: ends the log-in, closes its connections, and deletes the cookie. */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  async logOut(@Req() request: ParsedRequest, @Res({ passthrough: true }) response: ServerResponse): Promise<void> {
    const cookie = new SessionCookie(request, response);
    if (cookie.token !== undefined) await this.end(cookie.token);
    cookie.delete();
  }

  /** A token that is not valid has no log-in to end. */
  private async end(token: string): Promise<void> {
    try {
      await withGoodToken(this.pairs.revoke(token));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  private keep({ access, refresh }: TokenPair, cookie: SessionCookie): AccessToken {
    cookie.set(refresh, this.settings.refreshLifetime);
    return { access };
  }
}

import { Controller, Get } from '@nestjs/common';

import { OidcSettings } from '../../features/auth/oidc/oidc.settings.js';
import { TokenSettings } from '../../features/auth/tokens/token.settings.js';
import { DeploymentSettings } from '../../features/deployment/deployment.settings.js';
import { DatabaseHistory } from '../../platform/database/history/database-history.js';
import { LANGUAGES } from '../../platform/http/languages.js';
import { PublicRoute } from '../../platform/http/route-contract.js';
import { LogoAddress } from '../../features/uploads/logo-address.js';
import { AccountSettings } from '../../features/accounts/account.settings.js';
import type { SignUpMode } from '../../features/accounts/account.settings.js';

/** What everybody may know of a deployment. */
export interface DeploymentView {
  readonly name: string;
  /** A path of the service at which the picture is read without a token; null: there is none. */
  readonly logo: string | null;
  readonly welcome: string;
  /** Who may make an account. */
  readonly sign_up: SignUpMode;
  /** The ways to log in. */
  readonly log_in: readonly ('password' | 'oidc')[];
  /** The codes of the languages of the web client and of mails. */
  readonly languages: readonly string[];
  /** The id of the present epoch of the database. */
  readonly epoch: string;
}

/** What the page for the log-in shows, without a token. */
@Controller('api/deployment')
export class DeploymentController {
  constructor(
    private readonly deployment: DeploymentSettings,
    private readonly accounts: AccountSettings,
    private readonly tokens: TokenSettings,
    private readonly oidc: OidcSettings,
    private readonly history: DatabaseHistory,
    private readonly logo: LogoAddress,
  ) {}

  @PublicRoute({
    summary: 'Returns what everybody may know of the deployment.',
    answers: { 200: { description: 'The deployment.', type: 'DeploymentView' } },
  })
  @Get()
  async show(): Promise<DeploymentView> {
    return {
      name: this.deployment.name,
      logo: await this.logo.of(this.deployment.logo),
      welcome: this.deployment.welcome,
      sign_up: this.accounts.signUp,
      log_in: [
        ...(this.tokens.endpoints ? (['password'] as const) : []),
        ...(this.oidc.provider ? (['oidc'] as const) : []),
      ],
      languages: LANGUAGES,
      epoch: this.history.epochId,
    };
  }
}

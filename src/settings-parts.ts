import { pushPart } from './delivery/push/push.settings.js';
import { logInPart } from './features/auth/log-ins/log-in.settings.js';
import { oidcPart } from './features/auth/oidc/oidc.settings.js';
import { secondFactorPart } from './features/auth/second-factor/second-factor.settings.js';
import { foreignIssuerPart } from './features/auth/tokens/foreign-issuer.settings.js';
import { tokenPart } from './features/auth/tokens/token.settings.js';
import { linkPart } from './features/link-previews/link.settings.js';
import { clusterPart } from './platform/config/cluster.settings.js';
import { platformPart } from './platform/config/platform.settings.js';
import type { SettingsPart } from './platform/config/settings-part.js';

/**
 * All parts of the configuration. They are listed apart from the features, because the configuration is read before
 * anything else: a feature names the classes of its tables, which tracing must see being loaded.
 */
export const settingsParts: readonly SettingsPart[] = [
  platformPart,
  clusterPart,
  tokenPart,
  foreignIssuerPart,
  secondFactorPart,
  logInPart,
  oidcPart,
  linkPart,
  pushPart,
];

import { nameText, shortText, text } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

const LONGEST_NAME = 64;
const LONGEST_WELCOME = 2_000;
const LONGEST_ID = 64;

/** For whom a deployment is: it decides the defaults of other settings. */
const PRESETS = ['product', 'team'] as const;

/** What a deployment calls itself, in the web client, in mails and to programs. */
export abstract class DeploymentSettings {
  abstract readonly name: string;
  /** The id of an upload; undefined: it has none. */
  abstract readonly logo: string | undefined;
  /** On the page for the log-in. May be empty. */
  abstract readonly welcome: string;
  abstract readonly preset: (typeof PRESETS)[number];
}

const variables = {
  PRESET: text({
    default: 'product',
    choices: PRESETS,
    desc: 'For whom the deployment is: product or team. It only changes defaults of other settings.',
  }),
  DEPLOYMENT_NAME: nameText({ max: LONGEST_NAME })({
    default: 'Parley',
    desc: 'Name of the deployment, in the web client and in mails.',
  }),
  DEPLOYMENT_LOGO: shortText({ max: LONGEST_ID })({
    default: undefined,
    desc: 'Id of an upload of the kind logo, which the web client and mails show.',
  }),
  DEPLOYMENT_WELCOME: shortText({ max: LONGEST_WELCOME })({
    default: '',
    desc: 'Text on the page for the log-in.',
  }),
};

export const deploymentPart = settingsPart({
  token: DeploymentSettings,
  variables,
  settings: (values): DeploymentSettings => ({
    name: values.DEPLOYMENT_NAME,
    logo: values.DEPLOYMENT_LOGO,
    welcome: values.DEPLOYMENT_WELCOME,
    preset: values.PRESET,
  }),
  stored: {
    name: { variable: 'DEPLOYMENT_NAME' },
    logo: { variable: 'DEPLOYMENT_LOGO' },
    welcome: { variable: 'DEPLOYMENT_WELCOME' },
    preset: { variable: 'PRESET' },
  },
});

// Before everything else: the secret leaves the address at once.
import './secret.js';

import { render } from 'preact';

import '../../src/design/tokens.css';
import '../../src/design/base.css';
import '../../src/design/controls.css';
import './welcome.css';
import '../../src/design/touch.css';

import { startLanguage } from '../../src/languages/chosen-language.js';
import { WelcomePage } from './welcome-page.js';

const root = document.querySelector('#app');
startLanguage().then(
  () => {
    if (root) render(<WelcomePage />, root);
  },
  () => {
    document.querySelector('#load-error')?.removeAttribute('hidden');
  },
);

import { render } from 'preact';

import './design/tokens.css';
import './design/base.css';
import './design/controls.css';
import './rooms/rooms.css';
import './scheduled/scheduled.css';
import './markdown/markdown.css';
import './conversation/conversation.css';
import './conversation/messages.css';
import './composer/composer.css';
import './files/files.css';
import './settings/settings.css';
import './people/people.css';
import './design/touch.css';

import { App } from './app.js';
import { followHistory } from './design/dialog-history.js';
import { startServiceWorker } from './installation/service-worker.js';
import { startLanguage } from './languages/chosen-language.js';

followHistory();
const root = document.querySelector('#app');
startLanguage().then(
  () => {
    if (root) render(<App />, root);
  },
  () => {
    document.querySelector('#load-error')?.removeAttribute('hidden');
  },
);

// A change of a component is shown without a reload: the state in modules that have not changed stays.
import.meta.hot?.accept('./app.js', (changed) => {
  const { App: Changed } = changed as unknown as { readonly App: typeof App };
  if (root) render(<Changed />, root);
});

// The page works without it, but not without a network.
startServiceWorker().catch(() => undefined);

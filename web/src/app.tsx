import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';

import { Chat } from './chat/chat.js';
import { ChatContext } from './chat/chat-context.js';
import { Announcer } from './design/announcer.js';
import { onDemand } from './design/on-demand.js';
import { PageToasts } from './design/toasts.js';
import { Messenger } from './messenger.js';
import { proofQuestion } from './session/reauthentication/proof-question.js';
import { self } from './session/session.js';
import type { Self } from './session/session.js';

const Reauthentication = onDemand(
  async () => (await import('./session/reauthentication/reauthentication-dialog.js')).Reauthentication,
);
const LogInPage = onDemand(async () => (await import('./session/log-in-page.js')).LogInPage);

export function App(): JSX.Element {
  const user = self.value;
  return (
    <>
      {user ? <LoggedIn key={user.id} user={user} /> : <LogInPage />}
      {proofQuestion.value && <Reauthentication onClose={proofQuestion.value} />}
      <Announcer />
      <PageToasts />
    </>
  );
}

function LoggedIn({ user }: { readonly user: Self }): JSX.Element {
  const chat = useMemo(() => new Chat(user), []);
  useEffect(() => {
    chat.connect();
    return () => {
      void chat.close();
    };
  }, []);
  return (
    <ChatContext.Provider value={chat}>
      <Messenger />
    </ChatContext.Provider>
  );
}

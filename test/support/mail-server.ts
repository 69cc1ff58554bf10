import type { AddressInfo } from 'node:net';

import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';

import { eventually } from './eventually.js';

/** A mail as it came, with its sender and recipients by SMTP. */
export interface ReceivedMail extends Email {
  readonly recipients: readonly string[];
  /** Every line as it came. */
  readonly raw: string;
}

interface ServerOptions extends Pick<SMTPServerOptions, 'secure' | 'key' | 'cert'> {
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
}

/** What the server says to a recipient: undefined takes the mail, never is an answer that does not come. */
type Answer = { readonly code: number; readonly text: string } | 'never' | undefined;

/** An SMTP server that keeps what it receives. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** By address. Others are taken. */
  readonly answers = new Map<string, Answer>();
  private readonly recipients: string[] = [];

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
    private readonly options: ServerOptions,
  ) {}

  /** On loopback. @param options.user requires a log-in */
  static async start(options: ServerOptions = {}): Promise<MailServer> {
    const { user, password, port = 0, ...tls } = options;
    const state: { mails?: MailServer } = {};
    const server = new SMTPServer({
      ...tls,
      authOptional: user === undefined,
      disabledCommands: tls.key === undefined ? ['STARTTLS'] : [],
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) =>
        auth.username === user && auth.password === password
          ? done(null, { user: auth.username })
          : done(new Error('535 Invalid username or password')),
      onRcptTo: ({ address }, _session, done) => {
        state.mails!.recipients.push(address);
        const answer = state.mails!.answers.get(address);
        if (answer === 'never') return;
        done(answer && Object.assign(new Error(answer.text), { responseCode: answer.code }));
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString();
          void PostalMime.parse(raw).then((mail) => {
            state.mails!.mails.push({ ...mail, raw, recipients: envelope.rcptTo.map(({ address }) => address) });
            done();
          });
        });
      },
    });
    // A client that ends the connection early is no fault of a test.
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    state.mails = new MailServer(server, (server.server.address() as AddressInfo).port, options);
    return state.mails;
  }

  /** For SMTP_URL. */
  get url(): string {
    const { secure = false, user, password } = this.options;
    const logIn = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;
    return `${secure ? 'smtps' : 'smtp'}://${logIn}127.0.0.1:${String(this.port)}`;
  }

  /** How many mails to an address were announced. */
  asked(address: string): number {
    return this.recipients.filter((each) => each === address).length;
  }

  /** Those to an address, in any case. */
  to(address: string): ReceivedMail[] {
    const to = address.toLowerCase();
    return this.mails.filter(({ recipients }) => recipients.some((each) => each.toLowerCase() === to));
  }

  /** The mail to an address that comes next, of those after so many. */
  async next(address: string, after = 0): Promise<ReceivedMail> {
    await eventually(() => this.to(address).length > after);
    return this.to(address)[after]!;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}

/** The address of the deployment in a mail, with the secret after `#`. */
export function linkIn({ text }: ReceivedMail): { readonly url: string; readonly token: string } {
  const [url = ''] = /https?:\/\/\S+#\S+/.exec(text ?? '') ?? [];
  return { url, token: url.slice(url.indexOf('#') + 1) };
}

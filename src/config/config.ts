import type { VapidKeys } from './vapid-keys.js';

/** Where tokens of another issuer are checked. */
export interface ForeignIssuer {
  readonly key: { readonly pem: string } | { readonly jwksUrl: string };
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  readonly userClaim: string;
  readonly userLookup: 'id' | 'username';
}

/** By whom pushes are sent, as push services know it. */
export interface Vapid extends VapidKeys {
  readonly subject: string;
}

/** Where traces go. */
export interface Tracing {
  /** The address of the collector, of OTLP over HTTP. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Of the traces that begin here, the share that is recorded, from 0 to 1. */
  readonly share: number;
}

/** Everything that the deployment decides, validated. Times are in seconds, sizes in bytes unless said otherwise. */
export abstract class Config {
  abstract readonly production: boolean;
  abstract readonly http: {
    readonly host: string;
    readonly port: number;
    /** Addresses and networks of proxies, who are believed whom they speak for. */
    readonly trustedProxies: readonly string[];
  };
  abstract readonly database: {
    /** Undefined: the embedded database in `dataDir`. */
    readonly url: string | undefined;
    readonly poolSize: number;
  };
  abstract readonly dataDir: string;
  abstract readonly redisUrl: string | undefined;
  abstract readonly sockets: {
    readonly allowedHosts: readonly string[];
    readonly requireOrigin: boolean;
    readonly closeOnTokenExpiry: boolean;
    readonly maxFrameBytes: number;
    readonly inactivityThreshold: number;
    /** Without its last slash. */
    readonly path: string;
    readonly maxUnsentBytes: number;
    readonly perUser: number;
    /** From one address. */
    readonly handshakesPerSecond: number;
    readonly eventsPerSecond: number;
    readonly eventsBurst: number;
  };
  abstract readonly tokens: {
    readonly endpoints: boolean;
    /** The first signs, all are accepted. None: our own tokens are neither made nor accepted. */
    readonly secrets: readonly string[];
    readonly accessLifetime: number;
    readonly refreshLifetime: number;
    readonly failedLoginsPerMinute: number;
    readonly foreign: ForeignIssuer | undefined;
  };
  /** Of HTTP for programs. */
  abstract readonly api: {
    readonly enabled: boolean;
    /** With one key, to this process. */
    readonly requestsPerSecond: number;
    readonly requestsBurst: number;
  };
  abstract readonly limits: {
    /** In code points. */
    readonly contentLength: number;
    readonly jsonBytes: number;
    readonly notificationsPerRoom: number;
    readonly notifications: number;
    /** Of one message. */
    readonly attachments: number;
    /** That one event may name. */
    readonly bulkIds: number;
  };
  abstract readonly retention: {
    /** Undefined: messages are kept for ever. */
    readonly messageDays: number | undefined;
    /** Of records of delivery. 0: none is kept. */
    readonly deliveryRecordDays: number;
  };
  abstract readonly webhooks: {
    /** Of each delivery. */
    readonly attempts: number;
    readonly retrySeconds: number;
    readonly deliveredDays: number;
    readonly deadDays: number;
  };
  abstract readonly push: {
    /** Undefined: Web Push is off. */
    readonly vapid: Vapid | undefined;
    /** Push services that may be private, and speak http. */
    readonly allowedHosts: readonly string[];
    readonly delaySeconds: number;
    readonly retrySeconds: number;
    readonly retentionDays: number;
  };
  abstract readonly features: {
    readonly notifications: boolean;
    readonly softDelete: boolean;
    readonly sanitizeHtml: boolean;
    readonly docs: boolean;
    readonly webClient: boolean;
  };
  abstract readonly shutdownSeconds: number;
  /** Undefined: nothing is traced. */
  abstract readonly tracing: Tracing | undefined;
  abstract readonly log: { readonly level: 'error' | 'warn' | 'log' | 'debug'; readonly format: 'json' | 'pretty' };
}

/** A start that cannot be: one clear sentence or list for the operator, no stack, exit code 1. */
export class CannotStart extends Error {}

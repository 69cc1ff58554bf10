import type { Pooler } from './variables.js';

/** The export of traces. */
export interface Tracing {
  /** The URL of the collector, which receives OTLP over HTTP. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** The recorded share of the traces that begin here, from 0 to 1. */
  readonly share: number;
}

/** The settings of the platform. Times are in seconds, sizes in bytes unless stated otherwise. */
export abstract class Config {
  abstract readonly production: boolean;
  abstract readonly http: {
    readonly host: string;
    readonly port: number;
    /** Where people reach the service, without a slash at its end. Undefined: it is not told. */
    readonly publicUrl: string | undefined;
    /** Below which a proxy serves the service, such as `/chat`. Empty: it has a host of its own. */
    readonly publicPath: string;
    /** The listener of /metrics and /health; undefined: they are served on the public port. */
    readonly metrics: { readonly host: string; readonly port: number } | undefined;
    /** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
    readonly trustedProxies: readonly string[];
    /** Of one connection, besides the request in progress. */
    readonly maxPipelinedRequests: number;
    readonly stalledAnswerSeconds: number;
  };
  abstract readonly database: {
    /** Undefined: the embedded database in `dataDir`. */
    readonly url: string | undefined;
    readonly poolSize: number;
    /** Undefined: it is found out at the start. */
    readonly pooler: Pooler | undefined;
  };
  abstract readonly dataDir: string;
  /** Whether the bytes of files are in `dataDir`. */
  abstract readonly keepsFiles: boolean;
  abstract readonly redisUrl: string | undefined;
  abstract readonly sockets: {
    readonly allowedHosts: readonly string[];
    readonly requireOrigin: boolean;
    readonly maxFrameBytes: number;
    /** Without the trailing slash. */
    readonly path: string;
    /** Of one connection. */
    readonly maxUnsentBytes: number;
    /** Of all connections of one user on this node, at least `maxUnsentBytes`. */
    readonly maxUnsentBytesPerUser: number;
    /** Without progress of a peer for which bytes wait. */
    readonly stalledReaderSeconds: number;
    readonly perUser: number;
    /** From one address. */
    readonly handshakesPerSecond: number;
    readonly eventsPerSecond: number;
    readonly eventsBurst: number;
  };
  /** Limits of one user, on all nodes together. */
  abstract readonly perUser: {
    readonly eventsPerSecond: number;
    readonly eventsBurst: number;
    readonly storedBytesPerDay: number;
  };
  /** What the service serves besides its interfaces. */
  abstract readonly pages: {
    readonly docs: boolean;
    readonly webClient: boolean;
    readonly adminPage: boolean;
  };
  abstract readonly shutdownSeconds: number;
  /** Undefined: tracing is off. */
  abstract readonly tracing: Tracing | undefined;
  abstract readonly log: { readonly level: 'error' | 'warn' | 'log' | 'debug'; readonly format: 'json' | 'pretty' };
}

/** An error that prevents the start: a sentence or list for the operator, without a stack; exit code 1. */
export class CannotStart extends Error {}

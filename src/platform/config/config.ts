import type { AddPolicy, Room } from '@parley/protocol';

import type { UserDirectory } from './directories.js';
import type { AuditSettings } from './audit-variables.js';
import type { ModerationSettings } from './moderation-config.js';
import type { ScannerSettings } from './scanner-config.js';
import type { Pooler } from './pooler.js';
import type { Reactions } from './reactions-variable.js';

/** An S3-compatible store, whose secret is never logged. */
export interface S3Settings {
  /** Undefined: that of AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is in the path of a URL, and not in its host name. */
  readonly forcePathStyle: boolean;
  /** Without slashes at its ends. Empty: none. */
  readonly prefix: string;
}

/** The export of traces. */
export interface Tracing {
  /** The URL of the collector, which receives OTLP over HTTP. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** The recorded share of the traces that begin here, from 0 to 1. */
  readonly share: number;
}

/** The validated settings of the deployment. Times are in seconds, sizes in bytes unless stated otherwise. */
export abstract class Config {
  abstract readonly production: boolean;
  abstract readonly http: {
    readonly host: string;
    readonly port: number;
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
  abstract readonly redisUrl: string | undefined;
  abstract readonly sockets: {
    readonly allowedHosts: readonly string[];
    readonly requireOrigin: boolean;
    readonly maxFrameBytes: number;
    readonly inactivityThreshold: number;
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
    readonly memberships: number;
  };
  abstract readonly users: {
    /** In code points, where a password is set. */
    readonly minPasswordLength: number;
  };
  /** The HTTP API for programs. */
  abstract readonly api: {
    readonly enabled: boolean;
    /** For one key and this process. */
    readonly requestsPerSecond: number;
    readonly requestsBurst: number;
  };
  abstract readonly limits: {
    /** In code points. */
    readonly contentLength: number;
    readonly jsonBytes: number;
    /** Of a frame with a list. */
    readonly answerBytes: number;
    readonly notificationsPerRoom: number;
    readonly notifications: number;
    /** Of one message. */
    readonly attachments: number;
    /** Users that one message mentions. */
    readonly mentions: number;
    /** Members of a GroupChat up to which each of them may mention the whole room. */
    readonly roomMention: number;
    /** Pinned messages of a room. */
    readonly pins: number;
    /** Saved messages of one user. */
    readonly saved: number;
    /** Users whom one user blocks. */
    readonly blocks: number;
    /** Drafts of one user. */
    readonly drafts: number;
    /** Scheduled messages of one user. */
    readonly scheduled: number;
    /** The least time that a scheduled message is ahead. */
    readonly scheduleSeconds: number;
    /** The maximum number of ids in one event. */
    readonly bulkIds: number;
  };
  abstract readonly consent: {
    /** Of users who have not set it themselves. */
    readonly addPolicy: AddPolicy;
    /** Of one user. 0: any number. */
    readonly strangersPerHour: number;
    /** Pending ones. */
    readonly invitationsPerRoom: number;
    readonly invitationsPerUser: number;
  };
  abstract readonly directory: {
    readonly users: UserDirectory;
    /** Whether users may search the public Channels. */
    readonly channels: boolean;
  };
  abstract readonly search: {
    /** The maximum number of words of a query. */
    readonly words: number;
    /** The timeout of the statement of a search. */
    readonly seconds: number;
    /** The maximum time in which a search starts. */
    readonly waitSeconds: number;
  };
  abstract readonly audit: AuditSettings;
  abstract readonly retention: {
    /** By the type of the room. 0: messages are kept permanently. */
    readonly messageDays: Readonly<Record<Room['type'], number>>;
    /** For records of delivery. 0: none are kept. */
    readonly deliveryRecordDays: number;
  };
  abstract readonly reactions: Reactions;
  abstract readonly webhooks: {
    /** Hosts that webhooks of administrators may call although they are not public. */
    readonly allowedHosts: readonly string[];
    /** Of each delivery. */
    readonly attempts: number;
    readonly retrySeconds: number;
    readonly deliveredDays: number;
    readonly deadDays: number;
  };
  /** The store of the bytes of files. */
  abstract readonly storage: {
    /** Undefined: they are in `dataDir`. */
    readonly s3: S3Settings | undefined;
  };
  /** The files of users. */
  abstract readonly uploads: {
    /** Of one file. */
    readonly mostBytes: number;
    /** Of all files of one user. */
    readonly quotaBytes: number;
    /** Uploads of one user whose bytes are not complete. */
    readonly mostOpen: number;
    /** Types, or endings of names, of files that messages may not show (`src/features/uploads/types/blocked-types.ts`). */
    readonly blockedTypes: readonly string[];
    /** For which the address of a file is valid. */
    readonly urlSeconds: number;
    /** Whether pictures keep what cameras wrote into them, such as the place. */
    readonly keepImageMetadata: boolean;
    /** The scanner of every file, before anybody can read it. Undefined: files are not scanned. */
    readonly scanner: ScannerSettings | undefined;
  };
  /** The checks of messages before they are stored. */
  abstract readonly moderation: ModerationSettings;
  abstract readonly features: {
    readonly notifications: boolean;
    readonly softDelete: boolean;
    readonly sanitizeHtml: boolean;
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

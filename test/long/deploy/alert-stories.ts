/** Series by name, each with its values every fifteen seconds in promtool's notation. */
type Series = Readonly<Record<string, string>>;

/** Data for which an alert fires, and similar data for which it does not. */
export interface AlertStory {
  readonly fires: Series;
  readonly calm: Series;
  /** When the alert is evaluated. */
  readonly at: string;
  /** The labels of the fired alert, besides its severity. */
  readonly labels: Readonly<Record<string, string>>;
}

const ONE = { instance: 'a', job: 'parley' };
const series = (name: string, labels: Readonly<Record<string, string>> = {}): string =>
  `${name}{${Object.entries({ ...ONE, ...labels })
    .map(([label, value]) => `${label}="${value}"`)
    .join()}}`;

/** A histogram to which each step adds some observations below a bound and some above it. */
const histogram = (name: string, bound: number, quicker: number, slower: number): Series => ({
  [series(`${name}_bucket`, { le: String(bound) })]: `0+${String(quicker)}x100`,
  [series(`${name}_bucket`, { le: String(bound * 10) })]: `0+${String(quicker + slower)}x100`,
  [series(`${name}_bucket`, { le: '+Inf' })]: `0+${String(quicker + slower)}x100`,
});

const handshakes = (accepted: number, unauthenticated: number): Series => ({
  [series('parley_handshakes_total', { outcome: 'accepted' })]: `0+${String(accepted)}x100`,
  [series('parley_handshakes_total', { outcome: 'unauthenticated' })]: `0+${String(unauthenticated)}x100`,
});

const counted = (name: string, labels: Readonly<Record<string, string>>, aStep: number): Series => ({
  [series(name, labels)]: `0+${String(aStep)}x100`,
});

const pushes = (sent: number, failed: number): Series => ({
  ...counted('parley_push_total', { outcome: 'sent' }, sent),
  ...counted('parley_push_total', { outcome: 'failed' }, failed),
});

/** Every process reports the same value for the whole deployment. */
const backlog = (name: string, values: string): Series => ({
  [series(name)]: values,
  [series(name, { instance: 'b' })]: values,
});

const OF_INSTANCE = { instance: 'a' };
const OF_DEPLOYMENT = { job: 'parley' };

export const stories: Readonly<Record<string, AlertStory>> = {
  ParleyProcessDown: {
    fires: { [series('up')]: '1 0x40' },
    calm: { [series('up')]: '1 0 0 1x40' },
    at: '2m',
    labels: ONE,
  },
  ParleyAbsent: {
    fires: { 'up{job="another",instance="a"}': '1x40' },
    calm: { [series('up')]: '0x40' },
    at: '6m',
    labels: { job: 'parley' },
  },
  ParleyDatabaseDown: {
    fires: { [series('parley_database_up')]: '1 0x40' },
    calm: { [series('parley_database_up')]: '1 0 1x40' },
    at: '1m',
    labels: ONE,
  },
  ParleyRedisDown: {
    fires: { [series('parley_redis_up')]: '1 0x40' },
    calm: { [series('parley_redis_up')]: '1 0 1x40' },
    at: '1m',
    labels: ONE,
  },
  ParleyEventsFail: {
    fires: counted('parley_events_total', { event: 'message.send', outcome: 'failed' }, 15),
    calm: counted('parley_events_total', { event: 'message.send', outcome: 'refused' }, 15),
    at: '11m',
    labels: OF_INSTANCE,
  },
  ParleyHandshakesFail: {
    fires: counted('parley_handshakes_total', { outcome: 'failed' }, 15),
    calm: counted('parley_handshakes_total', { outcome: 'refused' }, 15),
    at: '11m',
    labels: OF_INSTANCE,
  },
  ParleyTokensRefused: {
    fires: handshakes(15, 60),
    calm: handshakes(60, 15),
    at: '21m',
    labels: OF_INSTANCE,
  },
  ParleyLimits: {
    fires: counted('parley_limited_total', { limit: 'EVENTS_PER_SECOND' }, 30),
    calm: counted('parley_limited_total', { limit: 'MAX_UNSENT_BYTES_PER_USER' }, 30),
    at: '21m',
    labels: { ...OF_INSTANCE, limit: 'EVENTS_PER_SECOND' },
  },
  ParleySlowReaders: {
    fires: counted('parley_limited_total', { limit: 'STALLED_READER_SECONDS' }, 3),
    calm: counted('parley_limited_total', { limit: 'EVENTS_PER_SECOND' }, 3),
    at: '21m',
    labels: OF_INSTANCE,
  },
  ParleyGapsPassedOver: {
    fires: { [series('parley_gaps_passed_over_total')]: '0x10 20x40' },
    calm: { [series('parley_gaps_passed_over_total')]: '20x60' },
    at: '5m',
    labels: ONE,
  },
  ParleyGapsHealed: {
    fires: { ...counted('parley_gaps_healed_total', {}, 150), [series('parley_redis_up')]: '1x100' },
    calm: { ...counted('parley_gaps_healed_total', {}, 150), [series('parley_redis_up')]: '0x100' },
    at: '21m',
    labels: OF_INSTANCE,
  },
  ParleyPacketsDropped: {
    fires: counted('parley_packets_dropped_total', { reason: 'forged' }, 1),
    calm: counted('parley_packets_dropped_total', { reason: 'late' }, 1),
    at: '5m',
    labels: OF_INSTANCE,
  },
  ParleySlowCommits: {
    fires: histogram('parley_send_to_commit_seconds', 0.5, 95, 5),
    calm: histogram('parley_send_to_commit_seconds', 0.5, 1_000, 5),
    at: '20m',
    labels: OF_INSTANCE,
  },
  ParleySlowDelivery: {
    fires: histogram('parley_commit_to_socket_seconds', 0.25, 95, 5),
    calm: histogram('parley_commit_to_socket_seconds', 0.25, 1_000, 5),
    at: '20m',
    labels: OF_INSTANCE,
  },
  ParleyEventLoopLate: {
    fires: { [series('nodejs_eventloop_lag_p99_seconds')]: '0.4x100' },
    // 0.1 of it is the sampling interval.
    calm: { [series('nodejs_eventloop_lag_p99_seconds')]: '0.1x10 0.5x5 0.3x80' },
    at: '11m',
    labels: ONE,
  },
  ParleyMemoryHigh: {
    fires: { [series('process_resident_memory_bytes')]: '2000000000x100' },
    calm: { [series('process_resident_memory_bytes')]: '600000000x100' },
    at: '20m',
    labels: ONE,
  },
  ParleySendsWait: {
    fires: { [series('parley_sends_waiting')]: '2000x40' },
    calm: { [series('parley_sends_waiting')]: '2000 0x40' },
    at: '3m',
    labels: ONE,
  },
  ParleyDatabasePoolExhausted: {
    fires: {
      [series('parley_database_waiting')]: '3x40',
      [series('parley_database_connections', { state: 'idle' })]: '0x40',
    },
    calm: {
      [series('parley_database_waiting')]: '0x40',
      [series('parley_database_connections', { state: 'idle' })]: '0x40',
    },
    at: '3m',
    labels: ONE,
  },
  ParleyDiskAlmostFull: {
    fires: {
      [series('parley_disk_free_bytes')]: '4000000000 300000000x40',
      [series('parley_disk_size_bytes')]: '10000000000x41',
    },
    // A small share of a large disk is enough space.
    calm: {
      [series('parley_disk_free_bytes')]: '20000000000x40',
      [series('parley_disk_size_bytes')]: '2000000000000x40',
    },
    at: '3m',
    labels: ONE,
  },
  ParleyFeedBacklog: {
    fires: backlog('parley_feed_pending', '8000+100x20 10000x200'),
    calm: backlog('parley_feed_pending', '4000-10x200'),
    at: '40m',
    labels: OF_DEPLOYMENT,
  },
  ParleyWebhookDeadLetters: {
    fires: backlog('parley_webhook_dead', '0 1x100'),
    // The cause has been fixed.
    calm: backlog('parley_webhook_dead', '0 5x20 0x100'),
    at: '20m',
    labels: OF_DEPLOYMENT,
  },
  ParleyWebhookBacklog: {
    fires: backlog('parley_webhook_pending', '2000+10x200'),
    calm: backlog('parley_webhook_pending', '4000-10x200'),
    at: '40m',
    labels: OF_DEPLOYMENT,
  },
  ParleyPushFails: {
    fires: pushes(3, 15),
    calm: pushes(15, 3),
    at: '21m',
    labels: {},
  },
  ParleyApiFails: {
    fires: counted('parley_api_requests_total', { route: 'rooms', outcome: 'failed' }, 15),
    calm: counted('parley_api_requests_total', { route: 'rooms', outcome: 'refused' }, 15),
    at: '11m',
    labels: OF_INSTANCE,
  },
  ParleyStoreUnavailable: {
    fires: counted('parley_store_failures_total', {}, 1),
    // A single failure.
    calm: { [series('parley_store_failures_total')]: '0x10 1x100' },
    at: '15m',
    labels: OF_INSTANCE,
  },
  ParleyPicturesWait: {
    fires: { [series('parley_pictures_waiting')]: '33x100' },
    calm: { [series('parley_pictures_waiting')]: '33x8 2x100' },
    at: '10m',
    labels: ONE,
  },
  ParleyFilesNotRemoved: {
    fires: backlog('parley_uploads_removing', '3x500'),
    // Files are deleted within seconds.
    calm: backlog('parley_uploads_removing', '3x120 0 3x500'),
    at: '75m',
    labels: OF_DEPLOYMENT,
  },
  ParleyScannerDown: {
    fires: { [series('parley_scanner_up')]: '1 0x40' },
    calm: { [series('parley_scanner_up')]: '1 0x10 1x40' },
    at: '6m',
    labels: ONE,
  },
  ParleyScansWait: {
    fires: backlog('parley_scans_waiting', '200+1x200'),
    calm: backlog('parley_scans_waiting', '900-10x200'),
    at: '40m',
    labels: OF_DEPLOYMENT,
  },
  ParleyScansFail: {
    // One file, every seven and a half minutes.
    fires: { [series('parley_scans_total', { outcome: 'failed' })]: '0x5 1x29 2x29 3x29 4x29 5x29' },
    // The file was scanned when it was tried again.
    calm: { [series('parley_scans_total', { outcome: 'failed' })]: '0x60 1x200' },
    at: '30m',
    labels: OF_DEPLOYMENT,
  },
  ParleyModerationDown: {
    fires: { [series('parley_moderation_up')]: '0x40' },
    calm: { [series('parley_moderation_up')]: '1 0 0 1x40' },
    at: '6m',
    labels: ONE,
  },
  ParleyWordRulesFaulty: {
    fires: { [series('parley_word_rules_current')]: '0x40' },
    calm: { [series('parley_word_rules_current')]: '1 0 0 1x40' },
    at: '6m',
    labels: ONE,
  },
  ParleyOpenFiles: {
    fires: { [series('process_open_fds')]: '900x40', [series('process_max_fds')]: '1024x40' },
    calm: { [series('process_open_fds')]: '700x40', [series('process_max_fds')]: '1024x40' },
    at: '6m',
    labels: ONE,
  },
  ParleyLogInsFail: {
    fires: counted('parley_log_ins_total', { outcome: 'failed' }, 30),
    calm: {
      ...counted('parley_log_ins_total', { outcome: 'failed' }, 10),
      ...counted('parley_log_ins_total', { outcome: 'succeeded' }, 90),
    },
    at: '20m',
    labels: OF_DEPLOYMENT,
  },
  ParleyRefreshTokensReused: {
    fires: { [series('parley_refresh_tokens_reused_total')]: '0x4 10x40' },
    calm: { [series('parley_refresh_tokens_reused_total')]: '0x4 2x40' },
    at: '10m',
    labels: OF_DEPLOYMENT,
  },
};

import { Config } from './config.js';
import { faultsOf } from './faults.fake.js';
import { platformPart } from './platform.settings.js';
import { readConfig } from './read-config.js';

const production = { NODE_ENV: 'production', ALLOWED_HOSTS: 'chat.example.com' };

const configOf = (environment: Record<string, string | undefined>): Config =>
  readConfig([platformPart], environment).of(Config);

describe('the configuration of the platform', () => {
  it('has defaults for all variables in development', () => {
    const config = configOf({});
    expect(config.http).toEqual({
      host: '127.0.0.1',
      port: 3000,
      publicPath: '',
      metrics: undefined,
      trustedProxies: [],
      maxPipelinedRequests: 32,
      stalledAnswerSeconds: 30,
    });
    expect(config.database.url).toBeUndefined();
    expect(config.sockets.allowedHosts).toEqual(['localhost', '127.0.0.1', '[::1]']);
  });

  it.each([
    ['docs', 'SERVE_DOCS'],
    ['webClient', 'WEB_CLIENT'],
    ['adminPage', 'ADMIN_PAGE'],
  ] as const)('has %s on outside production, and as %s says anywhere', (page, name) => {
    const isOn = (environment: Record<string, string>): boolean => configOf({ ...environment }).pages[page];
    expect([isOn({}), isOn({ [name]: 'off' }), isOn({ [name]: 'on' })]).toEqual([true, false, true]);
    expect([isOn(production), isOn({ ...production, [name]: 'on' })]).toEqual([false, true]);
  });

  it('has a listener of the metrics if METRICS_PORT is set, on the address of HOST or of METRICS_HOST', () => {
    const metricsOf = (environment: Record<string, string>): unknown =>
      configOf({ HOST: '10.0.0.1', ...environment }).http.metrics;
    expect(metricsOf({ METRICS_HOST: '::1' })).toBeUndefined();
    expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({ host: '10.0.0.1', port: 9464 });
    expect(metricsOf({ METRICS_PORT: '9464', METRICS_HOST: '::1' })).toEqual({ host: '::1', port: 9464 });
    expect(() => metricsOf({ PORT: '9464', METRICS_PORT: '9464' })).toThrow('METRICS_PORT: must not be that of PORT');
  });

  it('has a bound of unsent bytes of a user that is never below the bound of one connection', () => {
    const boundOf = (environment: Record<string, string>): number =>
      configOf({ ...environment }).sockets.maxUnsentBytesPerUser;
    expect(boundOf({})).toBe(8_388_608);
    expect(boundOf({ MAX_UNSENT_BYTES_PER_USER: '2000000' })).toBe(2_000_000);
    expect(boundOf({ MAX_UNSENT_BYTES: '33554432' })).toBe(33_554_432);
  });

  it('accepts hosts with any letters, as browsers send them', () => {
    const { allowedHosts } = configOf({ ...production, ALLOWED_HOSTS: 'Chät.example.com:8443,.мир.example' }).sockets;
    expect(allowedHosts).toEqual(['xn--cht-rla.example.com:8443', '.xn--h1ahn.example']);
    expect(faultsOf([platformPart], { ...production, ALLOWED_HOSTS: 'ä ö.example.com' })).toContain(
      'ALLOWED_HOSTS: must be hosts',
    );
  });

  it.each([
    ['https://example.com/chat', '/chat'],
    ['https://example.com/a/b/', '/a/b'],
    ['https://chat.example.com', ''],
  ])('serves %s below its path', (PUBLIC_URL, path) => {
    expect(configOf({ ...production, PUBLIC_URL }).http.publicPath).toBe(path);
  });

  it.each(['/chat', 'ftp://example.com/chat', 'https://example.com/?a', 'https://example.com/a b'])(
    'refuses %s as its address',
    (PUBLIC_URL) =>
      expect(faultsOf([platformPart], { ...production, PUBLIC_URL })).toContain('PUBLIC_URL: must be an address'),
  );

  it('logs as JSON in production and pretty otherwise, unless configured', () => {
    expect(configOf({}).log).toEqual({ level: 'log', format: 'pretty' });
    expect(configOf({ ...production, LOG_LEVEL: 'debug' }).log).toEqual({ level: 'debug', format: 'json' });
    expect(configOf({ ...production, LOG_FORMAT: 'pretty' }).log.format).toBe('pretty');
    expect(faultsOf([platformPart], { ...production, LOG_FORMAT: 'hunter2' })).toContain(
      'LOG_FORMAT: must be one of: json, pretty',
    );
  });

  it('enables tracing with the URL of a collector, which must not contain a password', () => {
    expect(configOf({ ...production, OTEL_SERVICE_NAME: 'x' }).tracing).toBeUndefined();
    const traced = { ...production, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    const endpoint = traced.OTEL_EXPORTER_OTLP_ENDPOINT;
    expect(configOf(traced).tracing).toEqual({ endpoint, serviceName: 'parley', share: 1 });
    expect(configOf({ ...traced, OTEL_TRACES_SAMPLER_ARG: '0.01' }).tracing?.share).toBe(0.01);
    for (const wrong of ['-1', '1.5', '1e-3', 'half', '.5']) {
      expect(faultsOf([platformPart], { ...traced, OTEL_TRACES_SAMPLER_ARG: wrong })).toContain(
        'OTEL_TRACES_SAMPLER_ARG: must be',
      );
    }
    for (const wrong of ['collector:4318', 'http://ada:hunter2@collector', 'ftp://collector']) {
      const faults = faultsOf([platformPart], { ...production, OTEL_EXPORTER_OTLP_ENDPOINT: wrong });
      expect(faults).toContain('OTEL_EXPORTER_OTLP_ENDPOINT: must');
      expect(faults).not.toContain('hunter2');
    }
  });

  it('accepts proxies by address, network and name', () => {
    const proxies = 'loopback, 10.0.0.0/8,2001:db8::1';
    expect(configOf({ ...production, TRUST_PROXY: proxies }).http.trustedProxies).toEqual([
      'loopback',
      '10.0.0.0/8',
      '2001:db8::1',
    ]);
    for (const wrong of ['hunter2', '10.0.0.0/33', '10.0.0.1,', 'true', '1']) {
      expect(faultsOf([platformPart], { ...production, TRUST_PROXY: wrong })).toContain('TRUST_PROXY: ');
    }
  });

  it.each(['messaging', '/', '//', '/messaging//', '/a b/', '/messaging?x', '/messaging/#', '/a%2Fb'])(
    'refuses the WebSocket path %j',
    (path) => expect(faultsOf([platformPart], { ...production, WEBSOCKET_PATH: path })).toContain('WEBSOCKET_PATH: '),
  );

  it.each([undefined, '/messaging', '/messaging/'])('removes the trailing slash of the WebSocket path: %s', (path) => {
    expect(configOf({ ...production, WEBSOCKET_PATH: path }).sockets.path).toBe('/messaging');
  });

  it('accepts an empty list of allowed hosts', () => {
    expect(configOf({ ...production, ALLOWED_HOSTS: '' }).sockets.allowedHosts).toEqual([]);
    expect(configOf({ ALLOWED_HOSTS: '' }).sockets.allowedHosts).toEqual([]);
  });
});

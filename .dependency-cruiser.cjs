/** The arrows of the house. Each rule says in one sentence what it keeps true. */
const FEATURES =
  'api|audit|auth|cli|config|contract|database|delivery|feed|gateway|health|http|importing|logging|messages|metrics|notifications|presence|privacy|push|redis|rooms|signals|stats|sync|tracing|users|verify|web|webhooks';
/** The faces of a feature: one for the app, one for its commands, so that a server never loads a command. */
const FACES = '/(cli/)?index\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'A circle has no first page.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'a-feature-has-a-face',
      severity: 'error',
      comment: 'From outside, a feature is entered through its index.ts.',
      // The TypeORM command line and the list of entities have their own, and the site shows the table of variables.
      from: {
        pathNot: [
          `^src/(${FEATURES})/`,
          '^test/',
          '^ormconfig\\.ts$',
          '^src/entities(\\.spec)?\\.ts$',
          '^docs/\\.vitepress/made-pages\\.ts$',
        ],
      },
      to: { path: `^src/(${FEATURES})/`, pathNot: [FACES] },
    },
    {
      name: 'a-feature-has-a-face-for-features',
      severity: 'error',
      comment: 'From another feature too.',
      from: { path: `^src/(${FEATURES})/` },
      to: { path: `^src/(${FEATURES})/`, pathNot: ['^src/$1/', FACES] },
    },
    {
      name: 'libs-know-no-app',
      severity: 'error',
      comment: 'The libs can be lifted out whole.',
      from: { path: '^libs/' },
      to: { path: '^(src|test|bin)/' },
    },
    {
      name: 'protocol-imports-nothing',
      severity: 'error',
      comment: 'The wire is the bottom of the house, and runs in a browser.',
      from: { path: '^libs/protocol/' },
      to: { pathNot: '^libs/protocol/' },
    },
    {
      name: 'the-client-stands-alone',
      severity: 'error',
      comment: 'Who installs it installs nothing else: of the protocol it knows the types.',
      from: { path: '^libs/client/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/client/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nobody-imports-the-client',
      severity: 'error',
      comment: 'It comes from outside, as every client does.',
      from: { path: '^(src|libs)/', pathNot: '^libs/client/' },
      to: { path: '^libs/client/' },
    },
    {
      name: 'the-web-client-comes-from-outside',
      severity: 'error',
      comment: 'It speaks to the service by the client library, as anybody may.',
      from: { path: '^web/' },
      to: { path: '^(src|libs|test|bin|contract)/', pathNot: '^libs/client/' },
    },
    {
      name: 'the-web-client-is-nobodys-part',
      severity: 'error',
      comment: 'The service hands out the bundle, whatever is in it.',
      from: { path: '^(src|libs|bin|contract)/' },
      to: { path: '^web/' },
    },
    {
      name: 'nobody-imports-the-gateway',
      severity: 'error',
      comment: 'What leaves goes by dispatch, never back through the door that it came in by.',
      from: { path: '^(src|libs)/', pathNot: '^src/(gateway/|app\\.module\\.ts$|server\\.ts$)' },
      to: { path: '^src/gateway/' },
    },
    {
      name: 'the-gateway-knows-no-feature',
      severity: 'error',
      comment: 'Events are found by their names, so the gateway needs no word of rooms or messages.',
      from: { path: '^src/gateway/' },
      to: { path: '^src/', pathNot: '^src/(gateway|config|auth|health|http|logging|metrics|redis|tracing)/' },
    },
    {
      name: 'sockets-are-the-gateways',
      severity: 'error',
      comment: 'One folder speaks to sockets, and those who come to the service from outside.',
      from: { path: '^(src|libs)/', pathNot: '^src/(gateway|demo|verify/crowd/)' },
      to: { path: 'node_modules/(@types/)?ws/' },
    },
    {
      name: 'the-crowd-comes-from-outside',
      severity: 'error',
      comment: 'Who verifies the service knows its protocol, and nothing of how it is made.',
      from: { path: '^src/verify/', pathNot: '^src/verify/cli/' },
      to: { path: '^(src|libs)/', pathNot: ['^src/verify/', '^libs/protocol/'] },
    },
    {
      name: 'the-ledger-is-pure',
      severity: 'error',
      comment: 'What was promised and what came of it is judged without a socket, a clock or a timer.',
      from: { path: '^src/verify/ledger/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^src/verify/ledger/', '^libs/protocol/'] },
    },
    {
      name: 'sql-is-the-repositories',
      severity: 'error',
      comment: 'The database is asked in repositories, and its rows are described in entities; the rest asks those.',
      from: {
        path: '^(src|libs)/',
        // Whoever opens it, hands it on, listens to it for other processes, or asks whether it is there.
        pathNot: [
          '\\.(repository|entity|spec)\\.ts$',
          '^src/(database|signals)/',
          '^src/app\\.module\\.ts$',
          '^src/health/database-probe\\.ts$',
        ],
      },
      to: { path: 'node_modules/(typeorm|pg)/' },
    },
    {
      name: 'the-hub-is-the-gateways',
      severity: 'error',
      comment: 'Features speak through dispatch: only the gateway and the wiring hold the hub.',
      from: {
        path: '^src/',
        // What a node remembers of memberships, and of who was typing, is kept in step with the other nodes.
        pathNot: '^src/(gateway/|app\\.module\\.ts$|server\\.ts$|rooms/memberships\\.ts$|messages/typing-told\\.ts$)',
      },
      to: {
        path: '^libs/realtime/src/hub/',
        // A view marks what only some receivers may read.
        pathNot: '^libs/realtime/src/hub/restricted-part\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'repositories-are-silent',
      severity: 'error',
      comment: 'Whoever writes a change speaks of it after the commit: repositories, policies and views say nothing.',
      from: { path: '\\.(repository|entity|policy|view)\\.ts$' },
      to: { path: '^libs/realtime/src/dispatch/' },
    },
    {
      name: 'no-test-in-the-program',
      severity: 'error',
      comment: 'What is shipped knows nothing of its tests.',
      from: { path: '^(src|libs|bin)/', pathNot: '\\.(spec|fake)\\.ts$' },
      to: { path: ['^test/', '\\.(spec|fake)\\.ts$'] },
    },
    {
      name: 'tests-come-by-the-door',
      severity: 'error',
      comment: 'A story uses the running service; specs of modules with a real database are in test/integration.',
      from: { path: '^test/', pathNot: '^test/integration/' },
      to: { path: '^src/' },
    },
    {
      name: 'nothing-unlisted',
      severity: 'error',
      comment: 'What is imported is a dependency that package.json lists.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'no-dev-dependency-in-the-program',
      severity: 'error',
      comment: 'The production image has no dev dependencies.',
      from: { path: '^(src|libs|bin)/', pathNot: '\\.(spec|fake)\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file that nobody imports is read by nobody.',
      from: { orphan: true, pathNot: ['\\.spec\\.ts$'] },
      to: {},
    },
  ],
  options: {
    // The libs' dependencies are listed with the app's.
    combinedDependencies: true,
    doNotFollow: { path: ['node_modules', '(^|/)dist/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['parley-source', 'import', 'node', 'default', 'types'],
    },
  },
};

/** The import rules. Each rule says in one sentence what it keeps true. */

/**
 * The storeys of src and their folders, from the top. A folder may import its own files and those of the folders below
 * it in this list: nothing imports upward, and no cycle of folders is possible. A new folder needs a place here.
 */
const STOREYS = {
  api: ['cli', 'accounts', 'administration', 'gateway', 'rest'],
  delivery: ['audit-streams', 'missed-mails', 'push', 'link-previews', 'webhooks', 'outbox'],
  features: [
    'accounts',
    'invitations',
    'provisioning',
    'personal-data',
    'statistics',
    'sync',
    'delivery-trace',
    'reports',
    'saved-messages',
    'link-previews',
    'notifications',
    'scheduled-messages',
    'files',
    'search',
    'room-list',
    'pins',
    'nicknames',
    'retention',
    'messages',
    'room-preferences',
    'notification-levels',
    'presence',
    'people',
    'private-log',
    'rooms',
    'uploads',
    'api-keys',
    'auth',
    'blocking',
    'mail',
    'deployment',
    'users',
    'moderation',
    'audit',
  ],
  platform: [
    'timers',
    'jobs',
    'site',
    'health',
    'user-budgets',
    'http',
    'outgoing',
    'cluster-signals',
    'feature',
    'redis',
    'database',
    'metrics',
    'pages',
    'async',
    'tracing',
    'config',
    'secrets',
    'logging',
    'package',
    'collections',
    'types',
  ],
};
const LAYERS = Object.entries(STOREYS).flatMap(([storey, folders]) => folders.map((folder) => `${storey}/${folder}`));

/** How the pages are built: no part of them. */
const BUILD_OF_PAGES = '^web/((admin|welcome)/)?vite\\.config\\.ts$';

/** Wires everything: the entry points, the two root modules, and the programs that start them. */
const ROOT = '^src/[^/]+\\.ts$';

const layers = LAYERS.slice(1).map((folder, at) => ({
  name: `layers-${folder.replace('/', '-')}`,
  severity: 'error',
  comment: 'A folder imports only folders below it: of its storey, and of the storeys below.',
  from: { path: `^src/${folder}/` },
  to: { path: `^src/(${LAYERS.slice(0, at + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Files do not import each other in a cycle, not even for types alone.',
      from: {},
      to: { circular: true },
    },
    ...layers,
    {
      name: 'every-folder-has-a-layer',
      severity: 'error',
      comment: 'A folder of src stands in the list of layers of this file.',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: `^src/(${LAYERS.join('|')})/` },
    },
    {
      name: 'entry-points-are-not-imported',
      severity: 'error',
      comment:
        'Only entry points and root modules import each other; the demo starts the server, commands open its database.',
      from: { path: ['^src/[^/]+/', '^tools/'], pathNot: ['^tools/demo/', '^src/api/cli/support/deployment\\.ts$'] },
      to: { path: ROOT },
    },
    {
      name: 'no-index-files',
      severity: 'error',
      comment: 'An import names the file that declares what it imports. Only the packages under libs have index files.',
      from: {},
      to: { path: '^src/.*/index\\.ts$' },
    },
    {
      name: 'handlers-are-private',
      severity: 'error',
      comment: 'Event handlers and controllers are called by the framework: no other folder imports them.',
      from: { path: [`^src/(${LAYERS.join('|')})/`, '^tools/'] },
      to: { path: '^src/.*\\.(event|controller)\\.ts$', pathNot: '^src/$1/' },
    },
    {
      name: 'tools-have-a-loader',
      severity: 'error',
      comment: 'The service stands without its tools: only the table of the command line knows them.',
      from: { path: '^(src|libs|bin|web|contract)/', pathNot: '^src/api/cli/tools\\.ts$' },
      to: { path: '^tools/' },
    },
    {
      name: 'tools-are-loaded-by-name',
      severity: 'error',
      comment: 'A tool is loaded when one of its commands is executed.',
      from: { path: '^src/api/cli/tools\\.ts$' },
      to: { path: '^tools/', dynamic: false },
    },
    {
      name: 'tools-are-apart',
      severity: 'error',
      comment: 'Tools do not import each other.',
      from: { path: '^tools/([^/]+)/' },
      to: { path: '^tools/', pathNot: '^tools/$1/' },
    },
    {
      name: 'settings-load-no-service',
      severity: 'error',
      comment:
        'The configuration is read before anything else is loaded: its parts import what reads it, and each other.',
      from: { path: '(\\.settings|^src/settings-parts)\\.ts$' },
      to: {
        path: '^(src|libs|tools)/',
        pathNot: ['\\.settings\\.ts$', '^src/platform/config/[^.]+\\.ts$', '^src/delivery/push/vapid-keys\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'commands-are-not-imported',
      severity: 'error',
      comment: 'Commands are loaded by the command line only, so that a server never loads one.',
      from: {
        path: '^(src|libs)/',
        pathNot: '^src/(api/cli/|cli\\.ts$|cli\\.module\\.ts$|write-command-table\\.ts$)',
      },
      to: { path: '^src/api/cli/' },
    },
    {
      name: 'nest-commander-in-commands',
      severity: 'error',
      comment: 'Only commands know the library of the command line.',
      from: { path: '^(src|libs)/', pathNot: '^src/api/cli/' },
      to: { path: 'node_modules/nest-commander/' },
    },
    {
      name: 'libs-import-no-app',
      severity: 'error',
      comment: 'The packages under libs can be used without the service.',
      from: { path: '^libs/' },
      to: { path: '^(src|tools|test|bin)/' },
    },
    {
      name: 'protocol-imports-nothing',
      severity: 'error',
      comment: 'The protocol is the lowest layer, and runs in a browser.',
      from: { path: '^libs/protocol/' },
      to: { pathNot: '^libs/protocol/' },
    },
    {
      name: 'client-is-standalone',
      severity: 'error',
      comment: 'The client library has no dependency at run time: it imports only types of the protocol.',
      from: { path: '^libs/client/', pathNot: ['\\.spec\\.ts$', '^libs/client/src/store/file/'] },
      to: { pathNot: '^libs/client/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-files-in-node',
      severity: 'error',
      comment: 'The file of a store is for Node alone, and depends on nothing else. A browser never loads it.',
      from: { path: '^libs/client/src/store/file/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/client/src/store/|node_modules/@types/node/', dependencyTypesNot: ['type-only', 'core'] },
    },
    {
      name: 'client-files-are-an-entry',
      severity: 'error',
      comment: 'What runs in browsers imports nothing of the file of a store.',
      from: { path: '^libs/client/', pathNot: ['\\.spec\\.ts$', '^libs/client/src/store/file/'] },
      to: { path: '^libs/client/src/store/file/' },
    },
    {
      name: 'service-does-not-import-client',
      severity: 'error',
      comment: 'The client library is for clients outside the service.',
      from: { path: '^(src|libs|tools)/', pathNot: '^libs/(client|react|server)/' },
      to: { path: '^libs/(client|react|server)/' },
    },
    {
      name: 'react-stands-on-client',
      severity: 'error',
      comment: 'The bindings use the client library, as any application does.',
      from: { path: '^libs/react/', pathNot: '\\.(spec|fake)\\.ts$' },
      to: { path: '^libs/', pathNot: '^libs/(react|client)/' },
    },
    {
      name: 'server-is-standalone',
      severity: 'error',
      comment: 'The client for a backend has one dependency, and nothing of the service or of the other packages.',
      from: { path: '^libs/server/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: '^libs/server/|node_modules/(@types/node|openapi-fetch)/',
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'states-know-no-components',
      severity: 'error',
      comment: 'The states and the hooks over them know no library of components.',
      from: { path: '^libs/react/src/(state|hooks)/' },
      to: {
        path: ['^libs/react/src/(?!(state|hooks)/)', 'node_modules/(p?react|@types/react)/'],
      },
    },
    {
      name: 'states-know-no-hooks',
      severity: 'error',
      comment: 'The states can be used without hooks.',
      from: { path: '^libs/react/src/state/' },
      to: { path: '^libs/react/src/hooks/' },
    },
    {
      name: 'preact-without-react',
      severity: 'error',
      comment: 'An application with Preact loads no React, and one with React no Preact.',
      from: { path: '^libs/react/src/preact/' },
      to: { path: ['node_modules/react/', '^libs/react/src/(?!(state|hooks|preact)/)'] },
    },
    {
      name: 'web-client-uses-client-library',
      severity: 'error',
      comment: 'The web client reaches the service through the client library, and has its rules for texts.',
      from: { path: '^web/', pathNot: ['^web/admin/', BUILD_OF_PAGES] },
      to: { path: '^(src|libs|tools|test|bin|contract)/', pathNot: '^libs/(client/|react/|protocol/src/text/)' },
    },
    {
      name: 'admin-page-uses-routes',
      severity: 'error',
      comment: 'The administration page reaches the service through its routes.',
      from: { path: '^web/admin/', pathNot: BUILD_OF_PAGES },
      to: { path: '^(src|libs|tools|test|bin|contract)/', pathNot: '^libs/protocol/' },
    },
    {
      name: 'admin-page-has-types-only',
      severity: 'error',
      comment: 'The administration page uses nothing of the protocol but its types.',
      from: { path: '^web/admin/' },
      to: { path: '^libs/protocol/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-client-without-other-pages',
      severity: 'error',
      comment: 'The web client has nothing of the other pages, which use parts of it.',
      from: { path: '^web/(src|worker)/' },
      to: { path: '^web/(admin|welcome)/' },
    },
    {
      name: 'pages-are-apart',
      severity: 'error',
      comment: 'The administration page and the page for people who come in do not import each other.',
      from: { path: '^web/(admin|welcome)/' },
      to: { path: '^web/(admin|welcome)/', pathNot: '^web/$1/' },
    },
    {
      name: 'service-does-not-import-web-client',
      severity: 'error',
      comment: 'The service serves the built bundle and does not depend on its content.',
      from: { path: '^(src|libs|tools|bin|contract)/', pathNot: '^contract/.*\\.spec\\.ts$' },
      to: { path: '^web/' },
    },
    {
      name: 'gateway-is-not-imported',
      severity: 'error',
      comment: 'Features send through dispatch, never through the gateway.',
      from: { path: '^(src|libs|tools)/', pathNot: '^src/(api/gateway/|app\\.module\\.ts$|server\\.ts$)' },
      to: { path: '^src/api/gateway/' },
    },
    {
      name: 'gateway-imports-no-feature',
      severity: 'error',
      comment: 'Event handlers are found by name, so the gateway does not import rooms or messages.',
      from: { path: '^src/api/gateway/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(api/gateway/|features/auth/|platform/(async|config|database/history|health|http|logging|metrics|redis|tracing|user-budgets)/|platform/database/failures\\.ts$)',
      },
    },
    {
      name: 'sockets-in-gateway',
      severity: 'error',
      comment: 'Only the gateway handles sockets, besides programs that connect to the service as clients.',
      from: { path: '^(src|libs|tools)/', pathNot: ['^src/api/gateway/', '^tools/(demo|verify/src/crowd)/'] },
      to: { path: 'node_modules/(@types/)?ws/' },
    },
    {
      name: 'verify-is-a-client',
      severity: 'error',
      comment: 'Verification knows the protocol and nothing of the implementation. Its command creates users.',
      from: { path: '^tools/verify/', pathNot: '^tools/verify/src/(command/|verify\\.module\\.ts$)' },
      to: { path: '^(src|libs|tools)/', pathNot: ['^tools/verify/', '^libs/protocol/'] },
    },
    {
      name: 'verify-ledger-is-pure',
      severity: 'error',
      comment: 'The ledger judges what happened without a socket, a clock or a timer.',
      from: { path: '^tools/verify/src/ledger/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^tools/verify/src/ledger/', '^libs/protocol/'] },
    },
    {
      name: 'sql-in-repositories',
      severity: 'error',
      comment: 'Repositories query the database, entities describe its rows, and all other code calls repositories.',
      from: {
        path: '^(src|libs|tools)/',
        // These open the database, pass it on, listen to it for other processes, or check that it answers.
        pathNot: [
          '\\.(repository|entity|spec)\\.ts$',
          '^src/platform/(database|cluster-signals)/',
          '^tools/database/',
          '^src/app\\.module\\.ts$',
          '^src/platform/health/database-probe\\.ts$',
          '^tools/import-django/src/source/foreign-snapshot\\.ts$',
        ],
      },
      to: { path: 'node_modules/(typeorm|pg)/' },
    },
    {
      name: 'repositories-open-no-transaction',
      severity: 'error',
      comment: 'Repositories take the manager of a transaction that a service has opened.',
      from: { path: '\\.repository\\.ts$' },
      to: { path: '^src/platform/database/unit-of-work\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'hub-in-gateway',
      severity: 'error',
      comment: 'Features send through dispatch: only the gateway and the root modules use the hub.',
      from: {
        path: '^(src|tools)/',
        pathNot: [
          // These keep state of a node in step with the other nodes.
          '^src/(api/gateway/|app\\.module\\.ts$|server\\.ts$|features/(blocking/separations\\.ts$|rooms/membership/membership-cache\\.ts$|messages/events/message-typing\\.event\\.ts$))',
          // The figures of all nodes, and its spec.
          '^src/api/administration/figures/cluster-figures\\.(spec\\.)?ts$',
          // A spec receives what a connection of its hub is sent.
          '^src/features/rooms/change-log/room-log-listener\\.spec\\.ts$',
        ],
      },
      to: {
        path: '^libs/realtime/src/hub/',
        // A view marks the parts that only some receivers may read.
        pathNot: '^libs/realtime/src/hub/restricted-part\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'repositories-do-not-dispatch',
      severity: 'error',
      comment:
        'A change is dispatched after its commit, by its writer: not by repositories, entities, policies or views.',
      from: { path: '\\.(repository|entity|policy|view)\\.ts$' },
      to: { path: '^libs/realtime/src/dispatch/' },
    },
    {
      name: 'no-test-in-program',
      severity: 'error',
      comment: 'The shipped program does not import tests or fakes.',
      from: { path: '^(src|libs|tools|bin)/', pathNot: '\\.(spec|fake)\\.ts$' },
      to: { path: ['^test/', '\\.(spec|fake)\\.ts$'] },
    },
    {
      name: 'tests-use-the-service',
      severity: 'error',
      comment:
        'Tests use the running service; those of modules with a real database are in test/integration. ' +
        'Tests of the hub read a REDIS_URL, and rules for statements their texts, as the service does.',
      from: { path: '^test/', pathNot: '^test/integration/' },
      to: {
        path: '^(src|tools)/',
        pathNot: '^src/platform/(config/redis-address|database/(statement|distribution/worker-conditions))\\.ts$',
      },
    },
    {
      name: 'nothing-unlisted',
      severity: 'error',
      comment: 'Every imported package is a dependency in package.json.',
      from: {},
      // The build of the web client makes modules of its own, and the packages of the documentation are in `docs`.
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'], pathNot: '^(virtual:|vitepress(/|$))' },
    },
    {
      name: 'no-dev-dependency-in-program',
      severity: 'error',
      comment:
        'The production image has no dev dependencies. The bindings for React are for the pages of applications.',
      from: {
        path: '^(src|libs|tools|bin)/',
        pathNot: ['\\.(spec|fake)\\.ts$', '^libs/react/', '^bin/(dev/|rolldown\\.modules\\.config\\.js$)'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'Every file is imported by another, or imports one.',
      // A check before everything else is loaded, rules of the linter, what the configuration of Vitest reads, and hooks that
      // the bench and specs pass to Node.
      from: {
        orphan: true,
        pathNot: [
          '\\.spec\\.ts$',
          '^bin/(node-version|lint/parley-rules)\\.js$',
          '^test/runner/this-run\\.js$',
          '\\.d\\.ts$',
          '^test/(bench/load/report-cpu|support/shift-clock)\\.cjs$',
        ],
      },
      to: {},
    },
  ],
  options: {
    // The dependencies of the packages under libs are listed with the app's, and a tool may use those of the app.
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

import type { Block } from './pages.js';

/** The commands of a block. Continuation lines belong to their command. */
export function commandsOf({ text }: Pick<Block, 'text'>): string[] {
  const lines = text.replaceAll('\\\n', ' ').split('\n');
  const commands: string[] = [];
  let inFunction = false;
  for (const line of lines.filter((line) => line.trim() !== '')) {
    if (inFunction) commands.push(`${commands.pop() ?? ''}\n${line}`);
    else commands.push(line.trim());
    inFunction = line.endsWith('{') || (inFunction && !line.startsWith('}'));
  }
  return commands.map((command) => command.replace(/ {2,}/g, ' '));
}

/** Commands that test/server/long/documented-commands runs unchanged against a service. */
const RUN_AS_THEY_STAND = [
  /^npx parley (users (create|list)|(keys|rooms|sessions|audit|push|files) list|webhooks (create|list|deliveries)|push keys)\b/,
  /^npx parley (files purge --orphans --dry-run|stats|migrate status|backup|restore|database compact)\b/,
  /^(KEY|ADA|ROOM)=\$\(/,
  /^curl -sf "?http:\/\/127\.0\.0\.1:3000\/api\/rooms\//,
  /^curl -s http:\/\/127\.0\.0\.1:3000\/health\/ready$/,
  /^npx wscat -c "\$\(npx parley tokens issue (ada|bob) --socket-url\)"$/,
];

/** Commands that take long or need a machine of their own, each with the spec that runs an equivalent. */
const RUN_ELSEWHERE: readonly (readonly [command: RegExp, by: string])[] = [
  // Every spec starts the service after a build; a reader with a checkout has run `npm ci`.
  [/^npm ci && npm start$/, 'test/server/starts.spec.ts'],
  [/^npm ci && npm test$/, '.ci/run'],
  [/^npm ci && npm run chaos$/, 'test/faults/chaos.spec.ts'],
  [/^npm ci && npm run chaos -- --ha( --asynchronous)?$/, 'test/long/outages/failover.spec.ts'],
  [/^npm run bench$/, 'test/long/soak/short-bench.spec.ts'],
  [
    /^npm run soak -- --minutes 30 --users 40 --seed 1 --out soak-results$/,
    'test/long/soak/two-minutes-of-soak.spec.ts',
  ],
  [
    /^npx parley verify --url \S+( --accounts accounts\.csv)? --minutes [\d.]+( --chaos \S+)?$/,
    'test/storage/long/verify.spec.ts',
  ],
  [/^npx parley messages trace [\w-]+ bob$/, 'test/storage/messages-trace.spec.ts'],
  [/^npx parley audit verify$/, 'test/storage/audit-chain.spec.ts'],
  [/^npx parley rules test rules\.json /, 'test/server/word-rules.spec.ts'],
  [/^npx parley invitations (create|list)/, 'test/stories/own-services/invitations.spec.ts'],
  [/^npx parley mail (list|test)/, 'test/stories/own-services/mails.spec.ts'],
  [/^npx parley settings (list|set|unset)/, 'test/stories/own-services/deployment-settings.spec.ts'],
  [/^npx parley users kind ada (guest|member)/, 'test/stories/own-services/guests.spec.ts'],
  [/^npx parley users set-role ada (admin|user)$/, 'test/storage/deployment-roles.spec.ts'],
  [/^npx parley users (show|reset-second-factor) ada$/, 'test/stories/own-services/second-factor.spec.ts'],
  [/^TOKEN=\$\(npx parley tokens issue ada --json /, 'test/server/cli.spec.ts'],
  [
    /^curl -sf http:\S+\/api\/admin\/rooms\/\$ROOM\/restrictions\/ /,
    'test/stories/administration-restrictions.spec.ts',
  ],
  [/^python3 -m pip wheel --no-build-isolation /, 'test/python/package.spec.ts'],
  [/^(npm run pack|npx parley start|npm install \.\/archives\/parley-)/, 'test/server/service-archive.spec.ts'],
  [/^npm run release:publish( -- --dry-run)?$/, 'test/server/library-archives.spec.ts'],
  [/^(echo "MODERATION_|npx parley keys create --name shop --scopes )/, 'test/browser/documented-embedding.spec.ts'],
  [/^npm run conformance( |$)/, 'test/python/conformance.spec.ts'],
  [/^npx parley migrate down --to 0\.3 /, 'test/storage/migrations.spec.ts'],
  // The tests have no systemd that runs: the spec checks the files, and runs the service as their user would.
  [
    /^(cd \/opt\/parley && sudo -u parley node|systemctl|install|useradd|ln -sfn) /,
    'test/embedded/plain-server.spec.ts',
  ],
  [/^cd \/opt\/parley-0\.\d && npm ci && npm run build && npm prune /, 'test/embedded/plain-server.spec.ts'],
  [/^npx parley database distribute$/, 'test/citus/distribute.spec.ts'],
  [/^npx parley move --from \S+ --to \S+$/, 'test/postgres/move.spec.ts'],
  [/^npx parley import django /, 'test/postgres/import-django.spec.ts'],
  [/^PARLEY_URL=\S+ npx vite dev web$/, 'test/browser/long/web-client-development.spec.ts'],
  // The tests have no Docker: the spec gets the same restrictions from the kernel.
  [/^docker run --read-only --cap-drop ALL /, 'test/long/deploy/read-only-container.spec.ts'],
  // The tests have no Kubernetes: the specs check the files.
  [/^docker compose (build|up|exec|stop) ?/, 'test/long/deploy/compose.spec.ts'],
  [
    /^kubectl apply --namespace chat --filename deploy\/kubernetes\/postgres-cluster\.yaml$/,
    'test/long/deploy/kubernetes.spec.ts',
  ],
  [/^kubectl apply --namespace chat --kustomize deploy\/kubernetes$/, 'test/long/deploy/kubernetes.spec.ts'],
  [/^(pg_dump|createdb|pg_restore) /, 'test/postgres/long/documented-backup.spec.ts'],
  [/^DATABASE_URL=\S+ (npx parley migrate status|npm start)$/, 'test/postgres/long/documented-backup.spec.ts'],
];

/** Commands of PostgreSQL for its administrators, without a part of this project. */
const OF_OTHERS = [/^pg_basebackup /, /^pg_verifybackup /, /^rsync /, /^git clone /];

export const runsAsItStands = (command: string): boolean => RUN_AS_THEY_STAND.some((known) => known.test(command));

/** @returns the spec file that runs an equivalent */
export const ranBy = (command: string): string | undefined => RUN_ELSEWHERE.find(([known]) => known.test(command))?.[1];

export const isOfOthers = (command: string): boolean => OF_OTHERS.some((known) => known.test(command));

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js';
import type { ConfigMap, PersistentVolumeClaim, Secret, Service } from 'kubernetes-types/core/v1.js';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { parse } from 'yaml';

import { faultsOf } from '../../docs/program.js';
import { previousRelease } from '../../support/previous-release.js';
import { newServiceData } from '../../support/service-data.js';
import { prepared } from '../../support/run.js';
import { Service as Parley } from '../../support/service.js';
import { deployed, root } from './files.js';
import { heartbeatSeconds, image, isRoute, NODE_UID, variables } from './known.js';

const read = (file: string): unknown => parse(deployed(`kubernetes/${file}.yaml`));

interface Kustomization {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
}

const kustomization = read('kustomization') as Kustomization;
const config = read('config-map') as ConfigMap;
const secret = read('secret.example') as Secret;
const deployment = read('deployment') as Deployment;
const service = read('service') as Service;
const budget = read('pod-disruption-budget') as PodDisruptionBudget;
const ingress = read('ingress') as Ingress;
const autoscaler = read('hpa') as HorizontalPodAutoscaler;
const policy = read('network-policy') as NetworkPolicy;
const claim = read('volume-claim') as PersistentVolumeClaim;

const pod = deployment.spec!.template;
const [container] = pod.spec!.containers;

describe('the types of Kubernetes', () => {
  const manifests = { config, secret, deployment, service, budget, ingress, autoscaler, policy, claim };

  /** The compiler's errors, where each manifest has the type of its `apiVersion` and its `kind`. */
  function faultsOfManifests(
    all: Readonly<Record<string, { readonly apiVersion?: string; readonly kind?: string }>>,
  ): string[] {
    const typed = Object.entries(all).map(([name, manifest]) => {
      const { apiVersion = '', kind = '' } = manifest;
      const [version = '', group = 'core'] = apiVersion.split('/').toReversed();
      const type = `import('kubernetes-types/${group.replace('.k8s.io', '')}/${version}.js').${kind}`;
      return `export const ${name}: ${type} = ${JSON.stringify(manifest, null, 2)};`;
    });
    return faultsOf(typed.join('\n'));
  }

  it('accept the manifests', () => expect(faultsOfManifests(manifests)).toEqual([]));

  it.each<[string, object, string]>([
    ['a value of another type', { spec: { ...deployment.spec, replicas: 'three' } }, "'string' is not assignable"],
    ['an unknown field', { spec: { ...deployment.spec, replica: 3 } }, '"replica"\' does not exist'],
    ['a missing field', { spec: { replicas: 3 } }, 'missing the following properties'],
    ['an unknown kind', { kind: 'Deploy' }, "no exported member 'Deploy'"],
  ])('reject %s', (_name, change, fault) => {
    const faults = faultsOfManifests({ deployment: { ...deployment, ...change } });
    expect(faults).toContainEqual(expect.stringContaining(fault));
  });
});

describe('the manifests', () => {
  it('are listed as resources, or mentioned as optional', () => {
    const text = deployed('kubernetes/kustomization.yaml');
    const files = readdirSync(join(root, 'deploy/kubernetes')).filter((name) => name !== 'kustomization.yaml');
    expect(kustomization.resources.filter((name) => !files.includes(name))).toEqual([]);
    expect(files.filter((name) => !text.includes(name))).toEqual([]);
  });

  it('set no namespace, and use one name for everything', () => {
    for (const { metadata } of [config, secret, deployment, service, budget, ingress, autoscaler, policy]) {
      expect(metadata).toMatchObject({ name: 'parley', labels: { 'app.kubernetes.io/name': 'parley' } });
      expect(metadata).not.toHaveProperty('namespace');
    }
  });

  it('select the same pods', () => {
    const labels = pod.metadata!.labels!;
    const { topologySpreadConstraints: spread } = pod.spec!;
    const selectors = [
      deployment.spec!.selector.matchLabels,
      service.spec!.selector,
      budget.spec!.selector!.matchLabels,
      policy.spec!.podSelector.matchLabels,
      ...spread!.map(({ labelSelector }) => labelSelector!.matchLabels),
    ];
    expect(selectors).toEqual(selectors.map(() => labels));
    expect(autoscaler.spec!.scaleTargetRef).toMatchObject({ kind: deployment.kind, name: deployment.metadata!.name });
    expect(kustomization.images.map(({ name }) => name)).toEqual([container!.image]);
  });

  it('use the newest release', () => {
    const current = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const version = current.version.endsWith('-dev') ? previousRelease().version : current.version;
    expect(kustomization.images.map(({ newTag }) => newTag)).toEqual([version]);
    const named = [...deployed('kubernetes/kustomization.yaml').matchAll(/parley:(\S+)/g)].map(([, tag]) => tag);
    expect(named).toEqual([version]);
  });

  it('use the port of the image', () => {
    const [port] = container!.ports!;
    expect(port).toEqual({ name: 'http', containerPort: image.port });
    expect(service.spec!.ports!.map(({ targetPort }) => targetPort)).toEqual([port!.name]);
    expect(policy.spec!.ingress!.flatMap(({ ports }) => ports!.map((each) => each.port))).toEqual([port!.name]);
    const backends = ingress.spec!.rules!.flatMap(({ http }) => http!.paths.map(({ backend }) => backend.service));
    const { name } = service.spec!.ports![0]!;
    expect(backends).toEqual(backends.map(() => ({ name: service.metadata!.name, port: { name } })));
  });

  it('expose only the paths that clients need', () => {
    const paths = ingress.spec!.rules!.flatMap(({ http }) => http!.paths.map(({ path }) => path));
    expect(paths).toEqual(['/messaging', '/api']);
    expect(variables.get('WEBSOCKET_PATH')).toBe('/messaging/');
  });

  it('keep sockets open for longer than the interval of heartbeats', () => {
    const { annotations = {} } = ingress.metadata!;
    for (const name of ['proxy-read-timeout', 'proxy-send-timeout']) {
      const seconds = Number(annotations[`nginx.ingress.kubernetes.io/${name}`]);
      expect(seconds).toBeGreaterThan(2 * heartbeatSeconds);
    }
  });

  it('use existing routes for probes', () => {
    const { startupProbe, readinessProbe, livenessProbe } = container!;
    const requested = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe!.httpGet);
    expect(requested.map((each) => each!.port)).toEqual(['http', 'http', 'http']);
    expect(requested.map((each) => each!.path)).toEqual(['/health/live', '/health/ready', '/health/live']);
    expect(requested.filter((each) => !isRoute(each!.path!))).toEqual([]);
  });

  it('give a pod time to be removed from the service, and then to shut down', () => {
    const [program, pause] = container!.lifecycle!.preStop!.exec!.command!;
    expect(program).toBe('sleep');
    const { SHUTDOWN_SECONDS } = config.data!;
    expect(pod.spec!.terminationGracePeriodSeconds).toBeGreaterThan(Number(pause) + Number(SHUTDOWN_SECONDS));
  });

  it('have an alert below the memory limit of a pod', () => {
    const [, alarming] = /process_resident_memory_bytes\S* > ([\d.e]+)$/m.exec(deployed('prometheus/alerts.yml')) ?? [];
    const [, gibibytes] = /^(\d+)Gi$/.exec(String(container!.resources!.limits!.memory)) ?? [];
    expect(Number(gibibytes) * 2 ** 30).toBeGreaterThan(Number(alarming));
  });

  it('give a pod no privileges, and only its data folder to write', () => {
    expect(pod.spec!.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: NODE_UID, runAsGroup: NODE_UID });
    expect(image.user).toBe('node');
    expect(container!.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const [data, uploads] = pod.spec!.volumes!;
    expect(container!.volumeMounts).toEqual([
      { name: data!.name, mountPath: image.dataDir },
      { name: uploads!.name, mountPath: `${image.dataDir!}/uploads` },
    ]);
    expect(uploads!.persistentVolumeClaim!.claimName).toBe(claim.metadata!.name);
    expect(claim.spec!.accessModes).toEqual(['ReadWriteMany']);
    expect(pod.spec!.securityContext!.fsGroup).toBe(NODE_UID);
  });
});

describe('the environment of a pod', () => {
  const secrets = { JWT_SECRET: 'a secret of pods that is long enough' };

  it('has only known variables, from the ConfigMap and the Secret', () => {
    expect(container!.envFrom).toEqual([
      { configMapRef: { name: config.metadata!.name } },
      { secretRef: { name: secret.metadata!.name } },
    ]);
    const names = [...Object.keys(config.data!), ...Object.keys(secret.stringData!)];
    expect(names.filter((name) => !variables.has(name))).toEqual([]);
    expect(Object.keys(secret.stringData!)).toEqual(['JWT_SECRET', 'DATABASE_URL', 'REDIS_URL']);
  });

  it('is enough to start the service', async () => {
    const serviceData = await newServiceData();
    const [{ DATABASE_URL }, REDIS_URL] = [serviceData.env, prepared('redis').url];
    const env = { NODE_ENV: 'production', ...config.data, ...secrets, DATABASE_URL, REDIS_URL };
    const parley = await Parley.start(env, serviceData);
    expect(parley.output).not.toContain('warn');
    await parley.stop();
    await serviceData.remove();
  });

  it('is not enough before the placeholders are filled in', async () => {
    const env = { NODE_ENV: 'production', ...config.data, ...secret.stringData };
    await expect(Parley.expectStartFailure(env)).resolves.toMatchObject({
      code: 1,
      errors: expect.stringContaining('JWT_SECRET') as string,
    });
  });
});

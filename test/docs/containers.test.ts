/** compose.yaml and the files for Kubernetes: variables that there are, rights that are not needed taken away, names that meet. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { imageConfig } from '../../scripts/production/image/oci.ts';
import { environmentSchema, loadConfig } from '../../src/config.ts';
import { root } from './blocks.ts';

const folder = join(root, 'deploy');
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const isKnown = (name: string): boolean =>
  Object.hasOwn(environmentSchema.shape, name) || name === 'CONFIG_FILE';

const texts = z.record(z.string(), z.string());
const composeService = z.object({
  image: z.string(),
  environment: texts,
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  volumes: z.array(z.string()),
  stop_grace_period: z.string().optional(),
});
const compose = z
  .object({
    services: z.object({ 'wallet-data': composeService, postgres: composeService }),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(read('compose.yaml')));

/** What compose makes of a text: `${NAME}`, `${NAME:-else}`, `${NAME:?why}`. Throws why where a needed one is not given. */
const filledIn = (text: string, given: Record<string, string>): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_whole, name: string, sign: string, rest: string) => {
    const value = given[name] ?? '';
    if (value === '' && sign === '?') throw new Error(`${name}: ${rest}`);
    return value === '' && sign === '-' ? rest : value;
  });

test("compose's variables are those of the configuration, which takes them", () => {
  const { environment } = compose.services['wallet-data'];
  expect(Object.keys(environment).filter((name) => !isKnown(name))).toEqual([]);
  const given = { POSTGRES_PASSWORD: 'a'.repeat(48), SECRET_KEY: 'b'.repeat(64) };
  const values = Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [name, filledIn(text, given)]),
  );
  const { database, http } = loadConfig({ environment: values });
  expect([database.url, http.metricsPort, http.publicUrl]).toEqual([
    `postgresql://wallet_data:${'a'.repeat(48)}@postgres:5432/wallet_data`,
    9464,
    null,
  ]);
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD = '' } = compose.services.postgres.environment;
  expect([POSTGRES_USER, POSTGRES_DB, filledIn(POSTGRES_PASSWORD, given)]).toEqual([
    ...['wallet_data', 'wallet_data', 'a'.repeat(48)],
  ]);
});

test('compose has no password of its own, and refuses to start without one', () => {
  const all = Object.values(compose.services).flatMap(({ environment }) => Object.values(environment));
  for (const name of ['POSTGRES_PASSWORD', 'SECRET_KEY']) {
    const given = { POSTGRES_PASSWORD: 'x', SECRET_KEY: 'x', [name]: '' };
    expect(() => all.map((text) => filledIn(text, given))).toThrow(`${name}: put one into .env`);
  }
});

test("compose's service is the image, may do little, and is reached from this machine alone", () => {
  const { 'wallet-data': service, postgres } = compose.services;
  expect(filledIn(service.image, {})).toBe(`wallet-data:${version}`);
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  expect(service.ports).toEqual(['127.0.0.1:4000:4000']);
  expect(postgres).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  expect(postgres.ports).toBeUndefined();
  // What the image writes to is a volume or in memory.
  const [, target] = (service.volumes[0] ?? '').split(':');
  expect([target, service.tmpfs]).toEqual([Object.keys(imageConfig.Volumes)[0], ['/tmp']]);
  const volumes = [...service.volumes, ...postgres.volumes].map((volume) => volume.split(':')[0] ?? '');
  expect(volumes.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
  const { REQUEST_TIMEOUT_SECONDS: longest } = environmentSchema.parse({});
  expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(longest + 10);
});

const kustomization = z.object({
  resources: z.array(z.string()),
  replicas: z.array(z.object({ name: z.string(), count: z.number() })).optional(),
  configMapGenerator: z.array(z.object({ name: z.string(), files: z.array(z.string()) })).optional(),
});
const resource = z.looseObject({ kind: z.string(), metadata: z.object({ name: z.string() }) });
const container = z.looseObject({
  image: z.string(),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })),
  securityContext: z.looseObject({}),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  ports: z.array(z.object({ name: z.string() })),
});
const deployment = z.object({
  spec: z.object({
    selector: z.object({ matchLabels: texts }),
    template: z.object({
      metadata: z.object({ labels: texts }),
      spec: z.looseObject({
        containers: z.tuple([container]),
        securityContext: z.looseObject({}),
        volumes: z.array(z.object({ name: z.string() })),
        terminationGracePeriodSeconds: z.number(),
      }),
    }),
  }),
});

const base = 'kubernetes/base';
const resources = kustomization
  .parse(parse(read(`${base}/kustomization.yaml`)))
  .resources.flatMap((file) =>
    parseAllDocuments(read(`${base}/${file}`)).map((document) => resource.parse(document.toJS())),
  );
const deployments = resources.filter(({ kind }) => kind === 'Deployment');

test('every pod is the image without rights, with variables that there are', () => {
  expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['wallet-data-api', 'wallet-data-worker']);
  for (const one of deployments) {
    const { selector, template } = deployment.parse(one).spec;
    const [only] = template.spec.containers;
    expect(only.image).toBe(`wallet-data:${version}`);
    expect(only.env.map(({ name }) => name).filter((name) => !isKnown(name))).toEqual([]);
    const given = Object.fromEntries(
      only.env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
    );
    const { CONFIG_FILE, ...values } = given;
    const file = JSON.parse(read(`${base}/chains.json`));
    expect(loadConfig({ environment: { ...values, DATABASE_URL: 'postgresql://db/x' }, file }).role).toBe(
      values.ROLE,
    );
    expect(only.volumeMounts.map(({ mountPath }) => mountPath)).toContain(
      CONFIG_FILE?.replace(/\/chains\.json$/, ''),
    );
    expect(only.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const [user] = imageConfig.User.split(':').map(Number);
    expect(template.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
    });
    expect(template.spec.volumes.map(({ name }) => name)).toEqual(only.volumeMounts.map(({ name }) => name));
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    const { REQUEST_TIMEOUT_SECONDS: longest } = environmentSchema.parse({});
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(longest + 10);
  }
});

test('what selects pods selects some, and every file that is named is there', () => {
  const labels = deployments.map((one) => deployment.parse(one).spec.template.metadata.labels);
  const selectors = resources
    .filter(({ kind }) => kind !== 'Deployment')
    .map((one) => {
      const { selector, podSelector } = z
        .object({ selector: z.unknown(), podSelector: z.unknown() })
        .partial()
        .parse(one.spec);
      const found = selector ?? podSelector;
      const { matchLabels } = z.looseObject({ matchLabels: texts.optional() }).parse(found);
      return { of: one.metadata.name, wanted: matchLabels ?? texts.parse(found) };
    });
  expect(selectors).toHaveLength(3);
  const isMet = (wanted: Record<string, string>): boolean =>
    labels.some((has) => Object.entries(wanted).every(([name, value]) => has[name] === value));
  expect(selectors.filter(({ wanted }) => !isMet(wanted))).toEqual([]);
  for (const place of [
    base,
    ...readdirSync(join(folder, 'kubernetes/overlays')).map((name) => `kubernetes/overlays/${name}`),
  ]) {
    const {
      resources: files,
      configMapGenerator = [],
      replicas = [],
    } = kustomization.parse(parse(read(`${place}/kustomization.yaml`)));
    const named = [...files, ...configMapGenerator.flatMap((one) => one.files)];
    expect(named.filter((file) => !existsSync(join(folder, place, file)))).toEqual([]);
    expect(
      replicas
        .map(({ name }) => name)
        .filter((name) => !deployments.some(({ metadata }) => metadata.name === name)),
    ).toEqual([]);
  }
});

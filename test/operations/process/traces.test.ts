import { describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../bootstrap/config.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import { httpClient } from '../../support/http/http-client.ts';
import { tinyGif } from '../../support/media/tiny-gif.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { freshPrefix, withRedis } from '../../support/redis/redis-tests.ts';
import { quickStart, startService } from '../../support/service/service-process.ts';
import { startTraceCollector, type ReceivedSpan } from '../../support/service/trace-collector.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { receiverEnv, startReceiver } from '../../support/webhooks/receiver.ts';

const tracingOf = (env: Readonly<Record<string, string>>) => readConfig(env).tracing;

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.test:4318' };

describe('traces are exported if a standard variable asks for them', () => {
  test.each([
    [{}, false],
    [endpoint, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector.test/v1/traces' }, true],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
    [{ OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }, false],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'false' }, true],
  ])('%j: %s', (env, isOn) => {
    expect(tracingOf(env) !== undefined).toBe(isOn);
  });

  test('the name of the service is quoin unless the environment has one', () => {
    expect(tracingOf(endpoint)).toEqual({ serviceName: 'quoin' });
    const named = { ...endpoint, OTEL_RESOURCE_ATTRIBUTES: 'a=b,service.name=cms' };
    expect(tracingOf(named)).toEqual({ serviceName: undefined });
    expect(tracingOf({ ...named, OTEL_SERVICE_NAME: 'site' })).toEqual({ serviceName: 'site' });
  });
});

/** Reports each file of OpenTelemetry that is loaded. */
const reportLoads = `import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => {
    if (url.includes('@opentelemetry')) console.log('loaded ' + url);
    return next(url, context);
  } });`;

/** Acts as if the SDK was not installed. */
const hideSdk = `import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) => {
    if (name !== '@opentelemetry/sdk-node') return next(name, context);
    throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  } });`;

const preloading = (source: string): readonly string[] => [
  ...quickStart,
  `--import=data:text/javascript,${encodeURIComponent(source)}`,
];

const client = '198.51.100.77';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

await withPostgres('migrated', (databaseUrl) =>
  withRedis((redisUrl) => {
    const start = async (
      env: Readonly<Record<string, string>>,
      options: readonly string[] = quickStart,
    ) => {
      const folder = await temporaryFolder();
      const service = await startService(
        {
          DATABASE_URL: databaseUrl,
          REDIS_URL: `${redisUrl}?prefix=${freshPrefix()}`,
          JWT_SECRET: testSecret,
          DATA_DIR: folder.path,
          TRUST_PROXY: '1',
          ...env,
        },
        ['bootstrap/dist/main.mjs'],
        options,
      );
      return Object.assign(service, {
        stop: async () => {
          service.child.kill('SIGTERM');
          return service.ended;
        },
        [Symbol.asyncDispose]: async () => {
          service.child.kill('SIGKILL');
          await service.ended;
          await folder[Symbol.asyncDispose]();
        },
      });
    };

    test('requests, statements, files, the shared cache and webhooks have spans, without anything private', async () => {
      await using collector = await startTraceCollector();
      await using receiver = await startReceiver();
      await using service = await start({
        ...collector.env,
        ...receiverEnv,
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.zone=a',
      });
      await service.ready;
      const { request } = httpClient(service.url);
      const account = { email: 'ada.secret@example.org', password: 'correct horse battery' };
      const forwarded = { 'X-Forwarded-For': client };
      const registered = await request('/auth/register', {
        method: 'POST',
        headers: forwarded,
        json: account,
      });
      // Fails in the database.
      await request('/auth/register', { method: 'POST', headers: forwarded, json: account });
      const { token } = registered.json();
      const headers = { ...forwarded, Authorization: `Bearer ${token}` };
      const hook = await request('/api/webhooks', {
        method: 'POST',
        headers,
        json: { name: 'Hidden hook', url: `${receiver.url}?key=hidden-key` },
      });
      expect(hook.status).toBe(201);
      const created = await request('/api/content', {
        method: 'POST',
        headers: { ...headers, traceparent: `00-${traceId}-${parentId}-01` },
        json: { collection: 'pages', title: 'Hidden title', status: 'published' },
      });
      const { id } = created.json().data;
      await request('/api/plugins/cache', { method: 'PUT', headers, json: { active: true } });
      for (let n = 0; n < 2; n += 1)
        await request('/api/collections/pages/content?limit=7', { headers });
      await request('/api/search?q=hidden', { headers });
      const form = new FormData();
      form.set('file', new Blob([Buffer.from(tinyGif)]), 'hidden-file.gif');
      const media = await request('/api/media/upload', { method: 'POST', headers, body: form });
      expect(media.status).toBe(201);
      await request('/hidden-path?hidden=query');
      await vi.waitUntil(() => receiver.received.length > 0);
      expect(await service.stop()).toBe(0);

      const spans = collector.spans();
      const named = (name: string): readonly ReceivedSpan[] =>
        spans.filter((span) => span.name === name);
      const [write, ...others] = named('POST /api/content');
      expect(others).toEqual([]);
      expect(write).toMatchObject({
        traceId,
        parentSpanId: parentId,
        kind: 2,
        attributes: {
          'http.request.method': 'POST',
          'http.route': '/api/content',
          'http.response.status_code': 201,
        },
        status: 0,
      });
      const inWrite = spans.filter(({ parentSpanId }) => parentSpanId === write!.spanId);
      expect(inWrite.length).toBeGreaterThan(1);
      for (const span of inWrite) expect(span).toMatchObject({ traceId, kind: 3 });
      expect(inWrite.map(({ attributes }) => attributes['db.system.name'])).toContain('postgresql');
      const parents = new Map(spans.map((span) => [span.spanId, span.name]));
      const parentOf = (name: string) => parents.get(named(name)[0]?.parentSpanId ?? '');
      expect(parentOf('blob put')).toBe('POST /api/media/upload');
      expect(parentOf('cache increment')).toBe('POST /auth/register');
      expect(parentOf('store_snapshot')).toBe('GET /api/collections/{name}/content');
      expect(named('GET')[0]).toMatchObject({ attributes: { 'http.response.status_code': 404 } });
      expect(named('POST webhook')[0]).toMatchObject({
        kind: 3,
        parentSpanId: undefined,
        attributes: { 'http.response.status_code': 204 },
      });
      // What runs by itself has none, except webhooks.
      const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
      expect(roots.filter(({ kind, name }) => kind !== 2 && name !== 'POST webhook')).toEqual([]);
      expect(collector.resource()).toMatchObject({
        'service.name': 'quoin',
        'deployment.zone': 'a',
      });
      const about = Object.keys(collector.resource());
      expect(
        about.filter((name) => !/^(?:service|telemetry\.sdk|deployment)\./.test(name)),
      ).toEqual([]);

      const secrets = [
        /hidden/i,
        /secret/i,
        /127\.0\.0\.1|localhost/,
        /limit=/,
        /select |insert /i,
      ];
      for (const secret of [...secrets, account.password, token, id, client])
        expect(collector.text()).not.toMatch(secret);
      for (const { attributes } of spans) {
        const names = Object.keys(attributes);
        expect(
          names.filter(
            (name) =>
              !/^(?:http\.(?:request\.method|route|response\.status_code)|db\.(?:system\.name|query\.summary)|error\.type)$/.test(
                name,
              ),
          ),
        ).toEqual([]);
      }
    });

    test('without the variables, nothing of OpenTelemetry is loaded', async () => {
      await using service = await start({}, preloading(reportLoads));
      await service.ready;
      expect((await fetch(`${service.url}/api/content`)).status).toBe(200);
      expect(await service.stop()).toBe(0);
      expect(service.output()).not.toContain('loaded ');
    });

    test('a collector that is away neither fails requests nor delays a stop', async () => {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
      await using service = await start(env, preloading(reportLoads));
      await service.ready;
      expect((await fetch(`${service.url}/api/content`)).status).toBe(200);
      expect(await service.stop()).toBe(0);
      expect(service.output()).toMatch(/^loaded .*@opentelemetry\/sdk-node/m);
      expect(service.output()).not.toContain('Not everything could be closed in time');
    });

    test('a start says which package is missing', async () => {
      await using service = await start(endpoint, preloading(hideSdk));
      expect(await service.ended).toBe(1);
      expect(service.output()).toContain('@opentelemetry/sdk-node is not installed');
      expect(service.output()).not.toContain('Error:');
    });
  }),
);

import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import { withoutPlugin } from '../support/cache/without-plugin.ts';
import { serveApp } from '../support/http/app.ts';
import { httpConnections } from '../support/http/http-connections.ts';
import { memoryScene } from '../support/publishing/memory-scene.ts';
import type { Model } from '../support/publishing/model.ts';
import { publicRequests } from '../support/publishing/public-reads.ts';
import { stepArbitrary, type Step } from '../support/publishing/random-commands.ts';
import { takeSteps } from '../support/publishing/random-sequence.ts';
import { randomRuns, runSeed } from '../support/seeded-random.ts';

afterEach(() => {
  vi.useRealTimers();
});

const marker = /text-\d+-\d+-\w+/g;

const markersOf = (value: unknown): readonly string[] => JSON.stringify(value).match(marker) ?? [];

/** The texts of all versions that were published. Those of an autosave that was replaced are found before that. */
const publishedTexts = (model: Model): readonly string[] =>
  [...model.items.values()].flatMap(({ history }) =>
    markersOf(history.filter(({ status }) => status === 'published')),
  );

const knownOf = (model: Model, seen: ReadonlySet<string>, previews: readonly string[]) => {
  const states = [...model.items.values()].flatMap(({ state, copy }) => [
    state,
    ...(copy === undefined ? [] : [copy.state]),
  ]);
  const unique = (values: readonly string[]) => [...new Set(values)];
  return {
    // Also of items that are gone.
    ids: [...seen].slice(-4),
    slugs: unique(states.map(({ slug }) => slug)).slice(-4),
    titles: unique(states.map(({ title }) => title)),
    collections: ['blog-posts', 'pages'],
    previews,
  };
};

/** Preview tokens by what is wrong with them. */
const invalidPreviews = async ({ cms, ports, users }: Scene): Promise<Map<string, string>> => {
  const [editor] = users;
  if (editor === undefined) throw new Error('There is no user');
  const { secret: revoked } = await cms.previews.createForSite(editor, { expiresIn: '7d' });
  await cms.previews.revokeOfSite(editor);
  const expired = `pv_${'E'.repeat(33)}`;
  const digest = await ports.digest.sha256(expired);
  const token = { id: ports.ids.next(), digest, userId: editor.userId, contentId: undefined };
  await ports.store.repositories.previewTokens.insert(token, 0);
  return new Map([
    [`pv_${'A'.repeat(33)}`, 'unknown token'],
    ['x', 'text that is no token'],
    [revoked, 'revoked token'],
    [expired, 'expired token'],
  ]);
};

type Scene = Awaited<ReturnType<typeof memoryScene>>;

/** A valid token of an item of which everything is published: that of another item, for all others. */
const otherPreview = async ({ cms, users }: Scene, model: Model): Promise<string | undefined> => {
  const other = [...model.items.values()].find(
    ({ status, copy, isTrashed }) => status === 'published' && copy === undefined && !isTrashed,
  );
  const [editor] = users;
  if (other === undefined || editor === undefined) return undefined;
  return (await cms.previews.createForItem(editor, other.id, { expiresIn: '7d' })).secret;
};

interface Run {
  /** The texts that were published at some time. */
  readonly published: ReadonlySet<string>;
  /** Everything that callers without a session received, in order. Texts that are secret have numbers instead. */
  readonly received: readonly string[];
}

/** @param textOf the text of the step with a number. */
const run = async (steps: readonly Step[], textOf: (step: number) => string): Promise<Run> => {
  const scene = await memoryScene((_, text) => text);
  const { cms, ports } = scene;
  await cms.settings.update(operator, { publicContent: 'published' });
  const lifetime = { ttlSeconds: 86_400 };
  await cms.plugins.configure(operator, 'cache', { active: true, settings: lifetime });
  const { secret } = await cms.apiTokens.create(operator, { name: 'site' });
  const clock = { now: () => Date.now(), advance: () => undefined };
  const serve = (store: typeof ports.store, cachesAnswers: boolean) =>
    serveApp({ clock, cachesAnswers, core: { ports: { ...ports, store } } });
  await using on = await serve(ports.store, true);
  await using off = await serve(withoutPlugin(ports.store), false);
  const connections = [on, off].map(({ url }) => httpConnections(url));
  const callers: readonly Readonly<Record<string, string>>[] = [{}, { 'X-API-Key': secret }];

  const texts = steps.map((_, n) => textOf(n));
  const published = new Set<string>();
  const seen = new Set<string>();
  const received: string[] = [];
  const invalid = await invalidPreviews(scene);
  let hits = 0;
  let shownByTokens = 0;
  let taken = 0;
  const tags: string[] = [];
  const nameOf = (tag: string): string => {
    if (!tags.includes(tag)) tags.push(tag);
    return `list ${tags.indexOf(tag)}`;
  };
  await takeSteps(
    scene,
    steps,
    async ({ model, outcome }) => {
      // The step was rejected, and changed nothing.
      if (typeof outcome === 'string') return;
      for (const text of publishedTexts(model)) published.add(text);
      for (const id of model.items.keys()) seen.add(id);
      const other = await otherPreview(scene, model);
      const previews = [
        ...[...invalid].slice(taken % invalid.size).slice(0, 1),
        ...(other === undefined ? [] : [[other, 'other'] as const]),
      ];
      taken += 1;
      const named = (path: string): string =>
        previews.reduce((text, [token, name]) => text.replace(`=${token}`, `=${name}`), path);
      const known = knownOf(
        model,
        seen,
        previews.map(([token]) => token),
      );
      for (const { headers = {}, ...request } of publicRequests(known)) {
        for (const [at, { send }] of connections.entries()) {
          for (const caller of callers) {
            const answer = await send({ ...request, headers: { ...headers, ...caller } });
            if (answer.headers.get('x-cache-status')?.[0] === 'HIT') hits += 1;
            if (answer.status === 200 && request.path.includes('preview=')) shownByTokens += 1;
            const fields = [...answer.headers].map(([name, values]) => `${name}: ${values.join()}`);
            const all = `${answer.status}\n${fields.join('\n')}\n${answer.bytes.toString()}`;
            // A response may repeat what the request named.
            const asked = new Set(request.path.match(marker));
            const leaked = all
              .match(marker)
              ?.find((text) => !published.has(text) && !asked.has(text));
            if (leaked !== undefined) throw new Error(`${request.path} shows ${leaked}:\n${all}`);
            const { status } = answer;
            const shown = ['etag', 'location'].map((name) => answer.headers.get(name)?.[0]);
            // The tag of a list differs for each store: only which ones are the same counts.
            if (shown[0]?.startsWith('W/') === true) shown[0] = nameOf(shown[0]);
            const body = answer.bytes
              .toString()
              .replace(/"(?:timestamp|timing|cache)":(?:"[^"]*"|\{[^}]*\})/g, '')
              // The binding and the epoch of a cursor, which each store has for itself.
              .replace(/"[0-9a-f]{16}\.[0-9a-f-]{36}\./g, '"');
            const kept = [at, request.method, named(request.path), status, shown, body];
            received.push(
              JSON.stringify(kept).replace(marker, (text) => `secret ${texts.indexOf(text)}`),
            );
          }
        }
      }
    },
    textOf,
  );
  connections.forEach(({ close }) => close());
  expect(hits).toBeGreaterThan(0);
  expect(shownByTokens).toBeGreaterThan(0);
  return { published, received };
};

/** Creates a published item, so that one preview token shows something. */
const first: Step = {
  kind: 'create',
  user: 0,
  item: 0,
  choice: 1,
  member: 0,
  count: 1,
  isKeyed: false,
};

const sequences = fc
  .array(stepArbitrary, { minLength: 29, maxLength: 29 })
  .map((steps) => [first, ...steps]);

test('callers without a session receive nothing that was never published, and nothing that depends on it', async () => {
  let secrets = 0;
  const property = fc.asyncProperty(sequences, async (steps) => {
    const textOf = (n: number) => `text-${n}-${(n * 7_919) % 1_000}-end`;
    const { published, received } = await run(steps, textOf);
    // The same again, with other texts instead of those that nobody may see.
    const other = (n: number) =>
      published.has(textOf(n)) ? textOf(n) : textOf(n).replace('end', 'new');
    secrets += steps.filter((_, n) => !published.has(textOf(n))).length;
    const again = await run(steps, other);
    const different = received.findIndex((each, n) => each !== again.received[n]);
    expect([received[different], received.length]).toEqual([
      again.received[different],
      again.received.length,
    ]);
  });
  await fc.assert(property, { numRuns: randomRuns(1), seed: runSeed, endOnFailure: true });
  expect(secrets).toBeGreaterThan(10);
}, 300_000);

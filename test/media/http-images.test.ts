import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SharpImageResizer } from '../../adapters/sharp/sharp-image-resizer.ts';
import { formatPreference } from '../../adapters/http/rest/answers/accepted-formats.ts';
import { operator } from '../../core/index.ts';
import { imageFits, imageSizes } from '../../core/vocabulary.ts';
import { png } from '../conformance/media/media-samples.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { lookAtImage, paintImage } from '../support/media/images.ts';
import { chunks } from '../support/media/media-world.ts';

let app: TestApp;
let photo: string;

beforeAll(async () => {
  app = await serveApp({ core: { ports: { imageResizer: new SharpImageResizer() } } });
  photo = await store(
    'Grüße.jpeg',
    await paintImage({ type: 'jpeg', width: 900, height: 600, orientation: 6 }),
  );
});

afterAll(() => app[Symbol.asyncDispose]());

/** @returns the path of the file. */
const store = async (
  originalName: string,
  bytes: Uint8Array,
  { cms }: TestApp = app,
): Promise<string> => {
  const upload = { originalName, body: chunks(bytes), folder: () => undefined };
  return `/files/${(await cms.media.upload(operator, upload)).key}`;
};

/** Stores these bytes as variants of the image at `path`. */
const keepVariants = async (
  path: string,
  bytes: Uint8Array,
  names: readonly string[],
): Promise<void> => {
  const key = path.slice('/files/'.length);
  for (const name of names) await app.ports.blobs.put(`${key}.${name}`, chunks(bytes), 'image/*');
};

const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');

describe('a smaller image', () => {
  test('is served like its original, with its own type, tag and name', async () => {
    const { status, headers, bytes } = await app.request(`${photo}?w=320&format=webp`);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': `inline; filename="Gr__e.webp"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.webp`,
      'content-length': String(bytes.length),
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'image/webp',
      etag: expect.stringMatching(/^"\w+-w320-q75\.webp"$/),
      'x-content-type-options': 'nosniff',
    });
    expect(headers.has('content-location')).toBe(false);
    expect(headers.get('vary') ?? '').not.toMatch(/accept\b/i);
    expect(await lookAtImage(bytes)).toMatchObject({
      type: 'webp',
      width: 320,
      height: 480,
      hasMetadata: false,
    });
  });

  test('has its size from w and h, and its fit', async () => {
    for (const [query, size] of [
      ['w=300&h=169', [320, 320]],
      ['w=300&h=400', [320, 480]],
      ['w=5000&h=2561', [600, 600]],
      ['w=320&h=320&fit=contain', [320, 320]],
      ['w=320&h=320&fit=inside', [213, 320]],
      ['w=5000', [600, 900]],
    ] as const) {
      const { bytes } = await app.request(`${photo}?${query}&format=jpeg&q=1`);
      const { width, height } = await lookAtImage(bytes);
      expect([width, height], query).toEqual(size);
    }
  });

  test('has the format that Accept prefers, and then varies by it', async () => {
    const browser = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
    for (const [Accept, type] of [
      [browser, 'image/webp'],
      ['image/avif', 'image/avif'],
      ['*/*', 'image/jpeg'],
    ] as const) {
      const { headers } = await app.request(`${photo}?w=160`, { headers: { Accept } });
      expect(headers.get('content-type'), Accept).toBe(type);
      expect(headers.get('vary')).toMatch(/\bPrefer, Accept$/);
    }
  });

  test('supports ranges, conditions and HEAD', async () => {
    const path = `${photo}?w=320&format=png`;
    const whole = await app.request(path);
    const tag = whole.headers.get('etag')!;
    const part = await app.request(path, { headers: { Range: 'bytes=10-19', 'If-Range': tag } });
    expect([part.status, part.bytes]).toEqual([206, whole.bytes.subarray(10, 20)]);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${whole.bytes.length}`);
    const known = await app.request(path, { headers: { 'If-None-Match': tag } });
    expect(known.status).toBe(304);
    const head = await app.request(path, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(whole.bytes.length));
  });
});

describe('the original is served instead, under its own headers and location', () => {
  test('of a file that cannot be resized', async () => {
    const drawing = await store('drawing.svg', svg);
    const { status, headers, bytes } = await app.request(`${drawing}?w=320&format=webp`);
    expect([status, bytes]).toEqual([200, Buffer.from(svg)]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'content-location': drawing,
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'image/svg+xml',
    });
    const notes = await store('notes.txt', new TextEncoder().encode('Low tide is at noon.'));
    const { headers: ofNotes, text } = await app.request(`${notes}?w=320`);
    expect([text, ofNotes.get('content-location')]).toEqual(['Low tide is at noon.', notes]);
  });

  test('without sharp; caches store it for a day only', async () => {
    await using bare = await serveApp();
    const image = await paintImage({ type: 'png', width: 900, height: 600 });
    const path = await store('a.png', image, bare);
    const { headers, bytes } = await bare.request(`${path}?w=320`);
    expect(bytes).toEqual(Buffer.from(image));
    expect(headers.get('content-location')).toBe(path);
    expect(headers.get('cache-control')).toBe('public, max-age=86400');
    expect(headers.get('content-type')).toBe('image/png');
  });
});

describe('an animation', () => {
  const animation = { type: 'gif', width: 640, height: 480, pictures: 4 } as const;
  const moves = { headers: { Accept: 'image/avif,image/webp,*/*;q=0.8' } };

  test('stays one in WebP, which Accept chooses before formats of still images', async () => {
    const path = await store('loop.gif', await paintImage(animation));
    for (const [width, expected] of [
      [320, 320],
      [2560, 640],
    ]) {
      const { headers, bytes } = await app.request(`${path}?w=${width}`, moves);
      expect(headers.get('content-type')).toBe('image/webp');
      expect(await lookAtImage(bytes)).toMatchObject({ width: expected, pictures: 4 });
    }
    const { bytes } = await app.request(`${path}?w=320&format=jpeg`);
    expect(await lookAtImage(bytes)).toMatchObject({ type: 'jpeg', width: 320, pictures: 1 });
  });

  test('is sent as its original where it would stand still, and made once', async () => {
    const image = await paintImage(animation);
    const path = await store('loop.gif', image);
    for (let n = 0; n < 2; n += 1) {
      const { headers, bytes } = await app.request(`${path}?w=320`);
      expect(bytes).toEqual(Buffer.from(image));
      expect(headers.get('content-location')).toBe(path);
      expect(headers.get('vary')).toMatch(/\bAccept$/);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    const key = path.slice('/files/'.length);
    expect(await app.ports.blobs.stat(`${key}.w320-moving.png`)).toEqual({ size: 0 });
  });

  test('is sent as its original if its type cannot be resized with all pictures', async () => {
    const still = Buffer.from(await paintImage({ type: 'png', width: 400, height: 300 }));
    const control = Buffer.from(`\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0`, 'latin1');
    const image = Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
    const path = await store('loop.png', image);
    const { headers, bytes } = await app.request(`${path}?w=320`, moves);
    expect([headers.get('content-location'), bytes]).toEqual([path, image]);
  });
});

test('pages can use other names of the parameters', async () => {
  const named = await app.request(`${photo}?width=320&height=320&quality=50&fm=webp`);
  const short = await app.request(`${photo}?w=320&h=320&q=50&format=webp`);
  expect([named.status, named.bytes]).toEqual([200, short.bytes]);
  expect(named.headers.get('etag')).toBe(short.headers.get('etag'));
  const strict = await app.request(`${photo}?width=160`, {
    headers: { Prefer: 'handling=strict' },
  });
  expect(strict.status).toBe(200);
  expect(await lookAtImage((await app.request(`${photo}?w=160&width=640`)).bytes)).toMatchObject({
    width: 160,
  });
});

describe('the focus of an image', () => {
  const cornerOf = async (bytes: Uint8Array) => (await lookAtImage(bytes)).corner;

  test('changes the crops under the same URL, which caches keep for five minutes', async () => {
    const image = await paintImage({ type: 'png', width: 900, height: 300, hasQuarters: true });
    const path = await store('flag.png', image);
    const { file } = await app.cms.media.read(path.slice('/files/'.length));
    const crop = `${path}?w=160&h=160&format=png`;
    const before = await app.request(crop);
    expect(before.headers.get('cache-control')).toBe('public, max-age=300');
    const tag = before.headers.get('etag')!;
    const revalidate = () => app.request(crop, { headers: { 'If-None-Match': tag } });
    const same = await revalidate();
    expect([same.status, same.headers.get('cache-control')]).toEqual([304, 'public, max-age=300']);
    await app.cms.media.update(operator, file.id, { focus: { x: 1, y: 0.5 } });
    const after = await revalidate();
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(tag);
    const [left, right] = [await cornerOf(before.bytes), await cornerOf(after.bytes)];
    expect([left[2]! > 200, right[0]! > 200]).toEqual([true, true]);
    const part = await app.request(crop, { headers: { Range: 'bytes=0-9', 'If-Range': tag } });
    expect(part.status).toBe(200);
  });

  test('changes nothing that is not cropped, which caches keep forever', async () => {
    const image = await paintImage({ type: 'png', width: 9, height: 6 });
    const path = await store('small.png', image);
    await keepVariants(path, image, ['w160.png', 'w160h160-contain.png', 'w160h160-inside.png']);
    for (const query of ['w=160&fit=cover', 'w=160&h=160&fit=contain', 'w=160&h=160&fit=inside']) {
      const { headers } = await app.request(`${path}?${query}&format=png`);
      expect(headers.get('cache-control'), query).toBe('public, max-age=31536000, immutable');
    }
  });
});

test('of one image, sixty versions besides the widths alone are stored; more are rejected', async () => {
  const image = await paintImage({ type: 'png', width: 9, height: 6 });
  const path = await store('small.png', image);
  const names = [160, 320].flatMap((height) =>
    imageSizes.flatMap((width) => imageFits.map((fit) => `w${width}h${height}-${fit}-q75.webp`)),
  );
  await keepVariants(path, image, names);
  const stored = await app.request(`${path}?w=160&h=160&format=webp`);
  expect([stored.status, stored.bytes]).toEqual([200, Buffer.from(image)]);
  const rejected = await app.request(`${path}?w=160&h=480`);
  expect([rejected.status, rejected.json().code]).toEqual([429, 'too_many_variants']);
  expect(rejected.headers.get('retry-after')).toBe('86400');
  expect(rejected.headers.get('cache-control')).toBe('no-store');
  expect((await app.request(path)).status).toBe(200);
});

test('wrong parameters are rejected', async () => {
  for (const [query, path] of [
    ['w=0', 'w'],
    ['w=-1', 'w'],
    ['w=1.5', 'w'],
    ['w=', 'w'],
    ['w=abc', 'w'],
    ['w=320&w=640', 'w'],
    ['w=320&h=0', 'h'],
    ['w=320&fit=fill', 'fit'],
    ['w=320&format=svg', 'format'],
    ['w=320&format=../../x', 'format'],
    ['w=320&q=0', 'q'],
    ['w=320&q=101', 'q'],
    ['h=320', 'w'],
    ['format=webp', 'w'],
  ] as const) {
    const { status, json } = await app.request(`${photo}?${query}`);
    expect([status, json()], query).toMatchObject([
      400,
      { code: 'invalid_input', issues: [{ path }] },
    ]);
  }
  expect((await app.request(`${photo}?v=2`)).status).toBe(200);
});

test('a decompression bomb and a broken image are rejected, and caches do not store that', async () => {
  const whole = await paintImage({ type: 'png', width: 900, height: 600 });
  for (const [bytes, code] of [
    [png(100_000, 100_000), 'image_too_large'],
    [png(300, 200), 'image_unreadable'],
    [whole.subarray(0, whole.length / 2), 'image_unreadable'],
  ] as const) {
    const path = await store('picture.png', bytes);
    const { status, headers, json } = await app.request(`${path}?w=320`);
    expect([status, json()]).toMatchObject([422, { code }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await app.request(path)).status).toBe(200);
  }
});

test('a file that does not exist is not found', async () => {
  expect((await app.request('/files/a/b.png?w=320')).status).toBe(404);
  expect((await app.request(`${photo}.w320-q75.webp`)).status).toBe(404);
});

test('an Accept header gives each format a weight; wildcards only count for old formats', () => {
  for (const [accept, weights] of [
    [undefined, [0, 0, 1, 1]],
    ['', [0, 0, 0, 0]],
    ['*/*;q=0.2', [0, 0, 0.2, 0.2]],
    ['image/*', [0, 0, 1, 1]],
    ['IMAGE/WebP ; Q=0.5, image/avif;q=0, image/jpeg', [0.5, 0, 1, 0]],
    ['image/webp;q=x, image/avif;q=7, image/png;q=-1', [0, 0, 0, 0]],
    ['image/webp;level=1;q=0.3', [0.3, 0, 0, 0]],
  ] as const) {
    const preference = formatPreference(accept);
    expect(['webp', 'avif', 'jpeg', 'png'].map(preference), accept).toEqual(weights);
  }
});

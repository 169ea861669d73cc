import { spawnSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import sharp from 'sharp';
import { SharpImageResizer } from '../../adapters/sharp/sharp-image-resizer.ts';
import { projectRoot } from '../architecture/sources.ts';
import { collect, inChunks } from '../conformance/bytes.ts';
import { imageResizerSuite } from '../conformance/media/image-resizer.ts';
import { registerSuite } from '../conformance/suite.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { lookAtImage, paintImage } from '../support/media/images.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const variant = { width: 320, box: undefined, format: 'webp', quality: 75 } as const;

registerSuite(
  imageResizerSuite,
  async () => ({
    subject: { resizer: new SharpImageResizer(), paint: paintImage, look: lookAtImage },
  }),
  test,
);

/** A picture that compresses badly. */
const noise = async (): Promise<Uint8Array> => {
  const raw = randomFillSync(Buffer.alloc(2_000 * 2_000 * 3));
  return sharp(raw, { raw: { width: 2_000, height: 2_000, channels: 3 } })
    .jpeg()
    .toBuffer();
};

test('an image that takes too long is rejected before it is complete', async () => {
  const resizer = new SharpImageResizer({ timeoutMs: 1 });
  const chunks: Uint8Array[] = [];
  const work = async (): Promise<void> => {
    for await (const chunk of resizer.resize(inChunks(await noise()), variant)) chunks.push(chunk);
  };
  await rejectsWith('image_too_large', work());
  expect(chunks).toEqual([]);
});

test('an image that takes too much memory is rejected', async () => {
  const image = await noise();
  const small = new SharpImageResizer({ memory: 1024 ** 2 });
  await rejectsWith('image_too_large', collect(small.resize(inChunks(image), variant)));
});

test('an image of exactly the permitted pixels is resized, and one more row is not', async () => {
  const resizer = new SharpImageResizer({ pixels: 400 * 300 });
  const fitting = await paintImage({ type: 'png', width: 400, height: 300 });
  await collect(resizer.resize(inChunks(fitting), variant));
  const larger = await paintImage({ type: 'png', width: 400, height: 301 });
  await rejectsWith('image_too_large', collect(resizer.resize(inChunks(larger), variant)));
});

test('the first picture of an animation is resized', async () => {
  const frames = Buffer.alloc(4 * 4 * 2 * 3, Buffer.from([255, 0, 0]));
  frames.fill(Buffer.from([0, 255, 0]), frames.length / 2);
  const animation = await sharp(frames, {
    raw: { width: 4, height: 8, channels: 3, pageHeight: 4 },
  })
    .gif()
    .toBuffer();
  const resized = await collect(
    new SharpImageResizer().resize(inChunks(animation), { ...variant, format: 'png' }),
  );
  expect(await lookAtImage(resized)).toMatchObject({
    width: 4,
    height: 4,
    corner: [255, 0, 0, 255],
  });
});

const processes = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

test('a reader that leaves ends the process', async () => {
  const before = processes();
  // More bytes than a pipe holds, so the process waits for its reader.
  const image = inChunks(await noise(), 64 * 1024);
  for await (const chunk of new SharpImageResizer().resize(image, { ...variant, format: 'png' })) {
    expect(chunk.length).toBeGreaterThan(0);
    expect(processes()).toBe(before + 1);
    break;
  }
  await expect.poll(processes).toBe(before);
});

test('a stop ends the work in progress', async () => {
  const resizer = new SharpImageResizer();
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(10);
    resizer.close();
    yield new Uint8Array(10);
  };
  await rejectsWith('dependency_unavailable', collect(resizer.resize(body(), variant)));
});

/** What `isAvailable` returns in a copy of the adapter beside which there are no packages. */
const availableWithoutPackages = async (): Promise<string> => {
  await using folder = await temporaryFolder();
  const copy = join(folder.path, 'adapters', 'sharp');
  await cp(join(projectRoot, 'adapters', 'sharp'), copy, { recursive: true });
  await symlink(join(projectRoot, 'core'), join(folder.path, 'core'));
  const url = pathToFileURL(join(copy, 'sharp-image-resizer.ts')).href;
  const script = `import { SharpImageResizer } from '${url}';
    console.log(await new SharpImageResizer().isAvailable());`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script]).stdout.toString();
};

test('without the package, nothing can be resized', async () => {
  expect(await availableWithoutPackages()).toBe('false\n');
});

test('the process that resizes gets no environment variables', async () => {
  const before = process.env['NODE_OPTIONS'];
  // A Node that reads this ends at once.
  process.env['NODE_OPTIONS'] = '--import=data:text/javascript,process.exit(9)';
  try {
    expect(await new SharpImageResizer().isAvailable()).toBe(true);
  } finally {
    if (before === undefined) delete process.env['NODE_OPTIONS'];
    else process.env['NODE_OPTIONS'] = before;
  }
});

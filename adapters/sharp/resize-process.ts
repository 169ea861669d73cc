/** A process that resizes one image: see `resize-job.ts`. Its exit code is its result. */
import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import type { Sharp, SharpOptions } from 'sharp';
import type { Crop, Focus } from '../../core/vocabulary.ts';
import { exitCodes, type ResizeImageJob, type ResizeJob } from './resize-job.ts';

type Load = (image: Uint8Array, options: SharpOptions) => Sharp;

/** The loaders of the types that `isResizable` accepts. All other formats stay blocked. */
const loaders = [
  'VipsForeignLoadHeifBuffer',
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadTiffBuffer',
  'VipsForeignLoadWebpBuffer',
];

/** @returns undefined if sharp is not installed, or has no build for this platform. */
const loadSharp = async (): Promise<Load | undefined> => {
  try {
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: loaders });
    return sharp;
  } catch {
    return undefined;
  }
};

const memoryCheckMs = 20;

/**
 * Ends this process when the work takes more memory than permitted, or almost half of what is available
 * to the container: Kubernetes would end the service too.
 */
const limitMemory = (memory: number): void => {
  const rss = (): number => process.memoryUsage.rss();
  const most = rss() + Math.min(memory, 0.4 * process.availableMemory());
  const check = (): void => {
    if (rss() > most) process.kill(process.pid, 'SIGKILL');
  };
  setInterval(check, memoryCheckMs).unref();
};

const run = async (job: ResizeJob): Promise<number> => {
  const load = await loadSharp();
  if (load === undefined) return exitCodes.noSharp;
  if (job === 'check') return exitCodes.done;
  limitMemory(job.memory);
  const image = await buffer(process.stdin);
  const options: SharpOptions = { limitInputPixels: job.pixels, failOn: 'error' };
  try {
    const { autoOrient: size, pages = 1 } = await load(image, options).metadata();
    if (pages > 1 && job.isMoving === true) {
      return await move(load, image, options, job, { ...size, pages });
    }
    if (job.format !== 'jpeg' && isAnimated(image)) return exitCodes.done;
    const variant = encode(resize(load(image, options).autoOrient(), job, size), job);
    process.stdout.write(await variant.toBuffer());
    return exitCodes.done;
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    return isTooLarge ? exitCodes.tooLarge : exitCodes.unreadable;
  }
};

/** Resizes all pictures of an animation. Writes nothing if they are too large together. */
const move = async (
  load: Load,
  image: Uint8Array,
  options: SharpOptions,
  job: ResizeImageJob,
  { pages, ...size }: Size & { readonly pages: number },
): Promise<number> => {
  if (job.format !== 'webp' || size.width * size.height * pages > job.pixels) return exitCodes.done;
  // Browsers do not rotate animations.
  const all = resize(load(image, { ...options, animated: true }), job, size);
  process.stdout.write(await all.webp({ quality: job.quality ?? 75, effort: 2 }).toBuffer());
  return exitCodes.done;
};

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The maximum of WebP, and below that of the other formats. */
const maxSide = 16_383;

const white = { r: 255, g: 255, b: 255, alpha: 1 };
const transparent = { r: 255, g: 255, b: 255, alpha: 0 };

const resize = (whole: Sharp, job: ResizeImageJob, size: Size): Sharp => {
  if (job.crop === undefined) return fill(whole, job, size);
  const part = partOf(job.crop, size);
  return fill(whole.extract(part), job, part);
};

/** In pixels, at least one. */
const partOf = (crop: Crop, { width, height }: Size) => {
  const left = Math.min(Math.round(crop.x * width), width - 1);
  const top = Math.min(Math.round(crop.y * height), height - 1);
  return {
    left,
    top,
    width: Math.min(scaled(crop.width, width), width - left),
    height: Math.min(scaled(crop.height, height), height - top),
  };
};

const fill = (image: Sharp, { width, box, format }: ResizeImageJob, original: Size): Sharp => {
  if (box === undefined || box.fit === 'inside') {
    const height = box?.height ?? maxSide;
    return image.resize({ width, height, fit: 'inside', withoutEnlargement: true });
  }
  const scale = Math.min(1, original.width / width, original.height / box.height);
  const size = { width: scaled(width, scale), height: scaled(box.height, scale) };
  if (box.focus !== undefined) return crop(image, size, box.focus, original);
  const background = format === 'jpeg' ? white : transparent;
  return image.resize({ ...size, fit: box.fit, background });
};

/** Resizes first, because decoders read a part of a large image faster in a smaller size. */
const crop = (image: Sharp, size: Size, focus: Focus, original: Size): Sharp => {
  const scale = Math.max(size.width / original.width, size.height / original.height);
  const width = Math.max(size.width, scaled(original.width, scale));
  const height = Math.max(size.height, scaled(original.height, scale));
  return image.resize({ width, height, fit: 'fill' }).extract({
    ...size,
    left: startAround(focus.x, size.width, width),
    top: startAround(focus.y, size.height, height),
  });
};

/** Where a part of a side begins that has the focus in its middle, or as near to it as the side permits. */
const startAround = (focus: number, part: number, whole: number): number =>
  Math.min(Math.max(0, Math.round(focus * whole - part / 2)), whole - part);

const scaled = (pixels: number, scale: number): number => Math.max(1, Math.round(pixels * scale));

/** At the same quality, AVIF looks as good with a lower number. */
const avifOffset = 25;

const encode = (image: Sharp, { format, quality = 75 }: ResizeImageJob): Sharp => {
  switch (format) {
    case 'webp':
      return image.webp({ quality });
    case 'avif':
      // A higher effort takes several times as long for files that are a few percent smaller.
      return image.avif({ quality: quality - avifOffset, effort: 2 });
    case 'jpeg':
      return image.flatten({ background: white }).jpeg({ quality });
    case 'png':
      return image.png();
  }
};

/** Whether it is an animated PNG or AVIF. sharp reads their first pictures only. */
const isAnimated = (image: Buffer): boolean => {
  if (image.toString('latin1', 4, 12) === 'ftypavis') return true;
  const pixels = image.indexOf('IDAT');
  return image.toString('latin1', 1, 4) === 'PNG' && image.subarray(0, pixels).includes('acTL');
};

// Requests come first, and when memory is short, Linux ends this process instead of the service.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
process.exitCode = await run(JSON.parse(process.argv[2] ?? '""') as ResizeJob);

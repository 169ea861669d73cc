import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { DomainError, imageFailure, imageLimits, type ImageResizer } from '../../core/index.ts';
import type { ImageVariant } from '../../core/vocabulary.ts';
import { exitCodes, type ResizeJob } from './resize-job.ts';

export interface SharpOptions {
  /** Defaults to the limit of the core. */
  readonly pixels?: number;
  /** Defaults to the limit of the core. */
  readonly timeoutMs?: number;
  /** The maximum of memory for one image, in bytes. 1 GiB by default. */
  readonly memory?: number;
}

/**
 * Resizes images with sharp, each in a process of its own: decoders are native code that reads untrusted
 * bytes, cannot be interrupted, and needs hundreds of megabytes. The process gets no environment
 * variables, and thus no secrets. This process never loads sharp.
 */
export class SharpImageResizer implements ImageResizer {
  readonly #pixels: number;
  readonly #timeoutMs: number;
  readonly #memory: number;
  readonly #running = new Set<Child>();
  #available: Promise<boolean> | undefined;

  constructor({
    pixels = imageLimits.pixels,
    timeoutMs = imageLimits.timeoutMs,
    memory = 1024 ** 3,
  }: SharpOptions = {}) {
    this.#pixels = pixels;
    this.#timeoutMs = timeoutMs;
    this.#memory = memory;
  }

  /** Loads sharp once, in another process: the package is optional, and some platforms have no build. */
  isAvailable(): Promise<boolean> {
    this.#available ??= this.#start('check').ended.then(({ code }) => code === exitCodes.done);
    return this.#available;
  }

  async *resize(
    image: AsyncIterable<Uint8Array>,
    variant: ImageVariant,
  ): AsyncGenerator<Uint8Array> {
    const { child, ended } = this.#start({
      ...variant,
      pixels: this.#pixels,
      memory: this.#memory,
    });
    let timeout: ReturnType<typeof setTimeout> | undefined;
    let isLate = false;
    const sent = send(image, child).then((failure) => {
      if (failure !== undefined) child.kill('SIGKILL');
      timeout = setTimeout(() => {
        isLate = true;
        child.kill('SIGKILL');
      }, this.#timeoutMs);
      return failure;
    });
    try {
      yield* child.stdout as AsyncIterable<Uint8Array>;
      const end = await ended;
      const failure = await sent;
      if (failure !== undefined) throw failure.error;
      // The original of an animation moves at once.
      if (variant.isMoving === true && end.signal === 'SIGKILL') return;
      if (isLate) throw imageFailure('image_too_large', new Error('It takes too long'));
      if (end.code !== exitCodes.done) throw failureOf(end);
    } finally {
      // The timer starts when the image is sent, which an ended process no longer delays.
      void sent.then(() => clearTimeout(timeout));
    }
  }

  /** Ends the work in progress, which then fails with `dependency_unavailable`. */
  close(): void {
    for (const child of this.#running) child.kill('SIGTERM');
  }

  #start(job: ResizeJob): Started {
    const child = spawn(process.execPath, [script, JSON.stringify(job)], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    this.#running.add(child);
    // A process that ends early no longer reads.
    child.stdin.on('error', () => undefined);
    const ended = new Promise<End>((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }));
      child.once('error', (cause) => resolve({ code: null, signal: null, cause }));
    }).finally(() => this.#running.delete(child));
    return { child, ended };
  }
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

interface Started {
  readonly child: Child;
  readonly ended: Promise<End>;
}

/** `code` is null for a process that a signal ended, both are for one that could not be started. */
interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly cause?: Error;
}

/** The published package has compiled files. */
const script = fileURLToPath(
  new URL(
    `resize-process${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
    import.meta.url,
  ),
);

/** Sends the image to the process. @returns the error of the source, if it fails. */
const send = async (
  image: AsyncIterable<Uint8Array>,
  { stdin }: Child,
): Promise<{ readonly error: unknown } | undefined> => {
  let failure: { readonly error: unknown } | undefined;
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* image;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  // The exit code says why the process no longer reads.
  await pipeline(watched(), stdin).catch(() => undefined);
  return failure;
};

const failureOf = ({ code, signal, cause }: End): Error => {
  switch (code) {
    case exitCodes.unreadable:
      return imageFailure('image_unreadable');
    case exitCodes.tooLarge:
      return imageFailure('image_too_large');
    case null: {
      const isOurs = signal === null || signal === 'SIGTERM';
      const reason = cause ?? new Error(`The process ended with ${signal}`);
      // A decoder crashes on broken bytes. The process, or the system, kills it for its memory.
      if (!isOurs)
        return imageFailure(signal === 'SIGKILL' ? 'image_too_large' : 'image_unreadable', reason);
      return new DomainError('dependency_unavailable', 'Images cannot be resized at the moment', {
        cause: reason,
      });
    }
    default:
      return new Error(`The process that resizes images ended with ${code}`);
  }
};

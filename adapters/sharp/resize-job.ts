import type { ImageVariant } from '../../core/vocabulary.ts';

/**
 * The argument of the process that resizes, as JSON: `check` only loads sharp; otherwise the process
 * reads an image from its input and writes the variant to its output.
 */
export type ResizeJob = 'check' | ResizeImageJob;

export interface ResizeImageJob extends ImageVariant {
  /** The maximum of the original. */
  readonly pixels: number;
  /** The maximum of bytes of memory that the work takes, besides what the process starts with. */
  readonly memory: number;
}

/** The exit codes of the process. Node uses lower ones for its own errors. */
export const exitCodes = { done: 0, unreadable: 100, tooLarge: 101, noSharp: 102 } as const;

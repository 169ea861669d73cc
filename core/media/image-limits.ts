import { DomainError } from '../primitives/errors.ts';
import { second } from '../primitives/time.ts';

export const imageLimits = {
  /** Of the original, after decompression. */
  pixels: 50_000_000,
  /** Until the variant is complete, from the moment that the original has been read. */
  timeoutMs: 20 * second,
  /** How many images one process resizes at the same time. */
  parallel: 2,
} as const;

export type ImageFailure = 'image_unreadable' | 'image_too_large';

const messages: Readonly<Record<ImageFailure, string>> = {
  image_unreadable: 'The image cannot be resized, because its bytes are broken',
  image_too_large: 'The image is too large to be resized',
};

/** The error of an image that cannot be resized. */
export const imageFailure = (code: ImageFailure, cause?: unknown): DomainError =>
  new DomainError(code, messages[code], {
    details: 'The URL without parameters returns the original',
    ...(cause !== undefined && { cause }),
  });

export const isImageFailure = (code: string): code is ImageFailure => Object.hasOwn(messages, code);

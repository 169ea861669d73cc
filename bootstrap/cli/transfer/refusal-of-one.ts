import type { ErrorCode, ErrorKind } from '../../../core/index.ts';

/** What the service says of one file that it does not take. */
export interface RefusalOfOne {
  readonly kind: ErrorKind;
  readonly code?: ErrorCode | undefined;
}

const kindsOfOne: readonly ErrorKind[] = ['invalid', 'conflict', 'too_large', 'unsupported_type'];

/**
 * Whether something is wrong with one file, so that an import goes on without it. What is forbidden is
 * forbidden to who asks, and then nothing of the import gets in; only a hook looks at the file itself.
 */
export const isAboutOne = ({ kind, code }: RefusalOfOne): boolean =>
  kindsOfOne.includes(kind) || code === 'blocked_by_hook';

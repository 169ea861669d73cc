import { DomainError, idempotencyKeyMaxLength } from '../../../core/vocabulary.ts';

/** A string of structured fields (RFC 9651, section 3.3.3), as the draft of the header has it. */
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/;

const visible = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyKeyMaxLength}}$`);

/**
 * Reads the header `Idempotency-Key`. With quotes around it, a key is the same as without them.
 *
 * @throws DomainError `invalid_input`.
 */
export const parseIdempotencyKey = (header: string): string => {
  const [, inner] = quoted.exec(header) ?? [];
  const key = inner === undefined ? header : inner.replace(/\\(["\\])/g, '$1');
  if (visible.test(key)) return key;
  const message = `The header Idempotency-Key must have 1 to ${idempotencyKeyMaxLength} visible ASCII characters`;
  throw new DomainError('invalid_input', message);
};

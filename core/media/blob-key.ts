import { invalid } from '../errors.ts';

const segment = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}';
const keyForm = new RegExp(`^${segment}(?:/${segment})*$`);
const keyMaxLength = 1_024;

/**
 * Whether a key has the form that stores can rely on. The core makes no other; stores check it again,
 * since a mistake there would mean reading or writing anywhere.
 */
export const isBlobKey = (key: string): boolean => key.length <= keyMaxLength && keyForm.test(key);

/** @throws DomainError `invalid_input` for a malformed key. */
export const assertBlobKey = (key: string): void => {
  if (!isBlobKey(key)) throw invalid('invalid_input', [{ path: 'key', message: 'is malformed' }]);
};

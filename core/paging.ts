import { invalid } from './errors.ts';
import type { Page } from './ports/page.ts';

export const defaultLimit = 50;
export const maxLimit = 1_000;
export const maxOffset = 2 ** 31 - 1;

/** A page as a caller asks for it. */
export interface PageRequest {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** A limit over the maximum counts as the maximum. @throws DomainError `invalid_input`. */
export const parsePage = ({ limit = defaultLimit, offset = 0 }: PageRequest): Page => {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw invalid('invalid_input', [{ path: 'limit', message: 'must be a whole number from 1' }]);
  }
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > maxOffset) {
    const message = `must be a whole number from 0 to ${maxOffset}`;
    throw invalid('invalid_input', [{ path: 'offset', message }]);
  }
  return { limit: Math.min(limit, maxLimit), offset };
};

import { invalid } from '../primitives/errors.ts';
import { assertStorable, isLongerThan, lengthOf, parseText } from '../primitives/text.ts';
import type { EpochMs } from '../primitives/time.ts';
import type { Author } from './user.ts';

/** What a list shows, under a name: its filters, its order, its columns. Only clients know what the query means. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** What the list has in its URL, by parameter. */
  readonly query: Readonly<Record<string, string>>;
  /** Whether all users see it. Otherwise only the owner does. */
  readonly isShared: boolean;
  /** Undefined when the account was deleted, which only a shared view outlives. */
  readonly ownerId: string | undefined;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

/** A saved view as people see it. */
export interface ShownView extends SavedView {
  /** Undefined when the account was deleted. */
  readonly owner: Author | undefined;
}

export const savedViewLimits = {
  /** The most views of one owner. */
  views: 200,
  /** In characters, as those of the query. */
  name: 80,
  parameters: 30,
  parameterName: 60,
  parameterValue: 1_000,
  /** Of the whole query as JSON, in bytes. */
  query: 8 * 1_024,
} as const;

/** @throws DomainError `invalid_input`, `invalid_text`. */
export const parseViewName = (raw: string): string => {
  const name = parseText('name', raw, { min: 1, max: savedViewLimits.name });
  if (!/\p{Cc}/u.test(name)) return name;
  throw invalid('invalid_input', [{ path: 'name', message: 'must have no control characters' }]);
};

/** @throws DomainError `invalid_input`, `invalid_text`. */
export const parseViewQuery = (raw: SavedView['query']): SavedView['query'] => {
  const { parameters, parameterName, parameterValue, query: bytes } = savedViewLimits;
  const reject = (message: string): never => {
    throw invalid('invalid_input', [{ path: 'query', message }]);
  };
  const entries = Object.entries(raw);
  if (entries.length > parameters) reject(`must have at most ${parameters} members`);
  for (const [name, value] of entries) {
    assertStorable(name + value, 'query');
    if (name === '' || lengthOf(name) > parameterName) {
      reject(`must have names of 1 to ${parameterName} characters`);
    }
    if (lengthOf(value) > parameterValue) {
      reject(`must have values of at most ${parameterValue} characters`);
    }
  }
  if (isLongerThan(JSON.stringify(raw), bytes)) reject(`must be at most ${bytes} bytes as JSON`);
  return raw;
};

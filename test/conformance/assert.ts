import { hasCode, isDomainError, type ErrorCode } from '../../core/store.ts';

/** @throws Error that names `what`, unless the condition is true. */
export function ok(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`${what}: does not hold`);
}

/**
 * Compares arrays, byte arrays, sets of scalars and plain objects by their contents, everything else with
 * `Object.is`. A property that is undefined equals an absent one.
 *
 * @throws Error that names `what` and the first difference.
 */
export const equal = (actual: unknown, expected: unknown, what: string): void => {
  const difference = firstDifference(actual, expected, what);
  if (difference === undefined) return;
  const { path } = difference;
  throw new Error(`${path}: expected ${show(difference.expected)}, got ${show(difference.actual)}`);
};

/** @throws Error unless `promise` rejects with a DomainError of this code. */
export const rejectsWith = async (code: ErrorCode, promise: Promise<unknown>): Promise<void> => {
  const error = await reasonOf(promise);
  if (hasCode(error, code)) return;
  const got = isDomainError(error) ? `${error.code} (${error.message})` : show(error);
  throw new Error(`rejection: expected ${code}, got ${got}`, { cause: error });
};

/**
 * The reason for which `promise` rejects.
 *
 * @throws Error when it fulfils.
 */
export const reasonOf = async (promise: Promise<unknown>): Promise<unknown> => {
  const [outcome] = await Promise.allSettled([promise]);
  if (outcome.status === 'rejected') return outcome.reason;
  throw new Error(`rejection: expected one, fulfilled with ${show(outcome.value)}`);
};

/** @throws Error unless `promise` rejects with this object itself. */
export const failsWith = async (failure: Error, promise: Promise<unknown>): Promise<void> => {
  const reason = await reasonOf(promise);
  if (reason === failure) return;
  throw new Error(`rejection: expected ${show(failure)}, got ${show(reason)}`, { cause: reason });
};

interface Difference {
  readonly path: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

const firstDifference = (
  actual: unknown,
  expected: unknown,
  path: string,
): Difference | undefined => {
  if (Object.is(actual, expected)) return undefined;
  const here: Difference = { path, actual, expected };
  if (actual instanceof Uint8Array && expected instanceof Uint8Array) {
    return haveSameItems(actual, expected) ? undefined : here;
  }
  if (actual instanceof Set && expected instanceof Set) {
    return actual.size === expected.size && [...actual].every((member) => expected.has(member))
      ? undefined
      : here;
  }
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.length === expected.length ? differenceInside(actual, expected, path) : here;
  }
  return isRecord(actual) && isRecord(expected) ? differenceInside(actual, expected, path) : here;
};

const differenceInside = (
  actual: object,
  expected: object,
  path: string,
): Difference | undefined => {
  for (const key of new Set([...Object.keys(actual), ...Object.keys(expected)])) {
    const [left, right]: unknown[] = [Reflect.get(actual, key), Reflect.get(expected, key)];
    const difference = firstDifference(left, right, `${path}, ${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
};

/** A loop: `every` takes ten times as long, and suites compare hundreds of mebibytes. */
const haveSameItems = (left: Uint8Array, right: Uint8Array): boolean => {
  if (left.length !== right.length) return false;
  for (let place = 0; place < left.length; place += 1) {
    if (left[place] !== right[place]) return false;
  }
  return true;
};

const isRecord = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]';

const shownLength = 500;

const show = (value: unknown): string => {
  const text = textOf(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}… (${text.length})` : text;
};

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Set) return `set ${textOf([...value])}`;
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`;
  if (!isRecord(value)) return String(value);
  const members = Object.entries(value).map(([key, inner]) => `${key}: ${textOf(inner)}`);
  return `{ ${members.join(', ')} }`;
};

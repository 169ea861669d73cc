import type { Json, JsonObject } from '../../../../../contracts/schemas/schema.ts';

import { isSameJson } from '../../../../../contracts/client/merge-states.ts';

export { isSameJson };
export type { Json, JsonObject };

/** The place of a value inside `data`. */
export type Path = readonly (string | number)[];

/** The path as the service names it in its issues, such as `data.tags.0`. */
export const issueKey = (path: Path): string => ['data', ...path].join('.');

/** The path that {@link issueKey} names. */
export const pathOfKey = (key: string): Path =>
  key
    .split('.')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path; undefined if there is none. */
export const readAt = (root: Json | undefined, path: Path): Json | undefined => {
  let value = root;
  for (const step of path) {
    if (Array.isArray(value) && typeof step === 'number') value = value[step] as Json | undefined;
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
};

/**
 * A copy with another value at a path; undefined removes a member. Nothing beside the path changes, and
 * members keep their order.
 */
export const writeAt = (root: Json | undefined, path: Path, value: Json | undefined): Json => {
  const [step, ...rest] = path;
  if (step === undefined) return value ?? null;
  if (typeof step === 'number') {
    const list = Array.isArray(root) ? (root as readonly Json[]) : [];
    return list.map((each, index) => (index === step ? writeAt(each, rest, value) : each));
  }
  const object = isObject(root) ? root : {};
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries(Object.entries(object).filter(([name]) => name !== step));
  }
  return { ...object, [step]: writeAt(object[step], rest, value) };
};

/** For people who compare values. */
export const printValue = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);

/** The same; undefined for what the form shows as empty. */
export const printFilled = (value: Json | undefined): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : printValue(value);

/** Whether the form shows two values as the same: an empty text is no value. */
export const isSameShown = (left: Json | undefined, right: Json | undefined): boolean =>
  isSameJson(left, right) || (printFilled(left) === undefined && printFilled(right) === undefined);

/** Two values that are compared. */
export const printBoth = (before: Json | undefined, after: Json | undefined) => ({
  before: printFilled(before),
  after: printFilled(after),
  isCode: isStructured(before) || isStructured(after),
});

/** Whether a value is shown as JSON. */
export const isStructured = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null;

import type { CollectionDto, IncomingCollectionDto } from '../../../contracts/index.ts';
import { isJsonObject, type JsonObject } from '../../../core/vocabulary.ts';

/** Members that are no decision of an administrator. Of the others, only `singleton` changes if it is absent. */
const ignored = new Set(['id', 'name', 'schema', 'version', 'created_at', 'updated_at']);

/**
 * What an import changes in a collection, as a clause: `adds seo; changes rating (type); removes subtitle`.
 *
 * @returns undefined if it changes neither fields nor settings.
 */
export const describeCollectionChange = (
  before: CollectionDto,
  after: IncomingCollectionDto,
): string | undefined => {
  const fields = partsOf(before.schema.properties, fieldsOf(after.schema));
  const required = partsOf(setOf(before.schema.required), setOf(requiredOf(after.schema)));
  const others = changedMembers(before, after).filter(
    (name) => !ignored.has(name) && (name === 'singleton' || Object.hasOwn(after, name)),
  );
  const parts = [
    part('adds', fields.added),
    part('changes', fields.changed),
    part('removes', fields.removed),
    part('requires', required.added),
    part(
      'no longer requires',
      required.removed.filter((name) => !fields.removed.includes(name)),
    ),
    part('sets', others),
  ].filter((each) => each !== undefined);
  return parts.length === 0 ? undefined : parts.join('; ');
};

const part = (verb: string, names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : `${verb} ${names.join(', ')}`;

const fieldsOf = ({ properties }: JsonObject): object =>
  isJsonObject(properties) ? properties : {};

const requiredOf = ({ required }: JsonObject): readonly string[] => {
  return Array.isArray(required) ? required.filter((each) => typeof each === 'string') : [];
};

const setOf = (names: readonly string[]): Readonly<Record<string, true>> =>
  Object.fromEntries(names.map((name) => [name, true as const]));

const partsOf = (before: object, after: object) => {
  const [old, next] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const changed = [...next].flatMap(([name, value]: [string, unknown]) => {
    const former: unknown = old.get(name);
    if (!old.has(name) || isSame(former, value)) return [];
    const members = isObject(former) && isObject(value) ? changedMembers(former, value) : [];
    return members.length === 0 ? [] : [`${name} (${members.join(', ')})`];
  });
  return {
    added: [...next.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !next.has(name)),
    changed,
  };
};

/** The members whose values differ, or which only one of the objects has. */
const changedMembers = (before: object, after: object): readonly string[] => {
  const [old, next] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...next.keys()])].filter(
    (name) => !isSame(old.get(name), next.get(name)),
  );
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

/** JSON with sorted members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isObject(each) && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  ) ?? '';

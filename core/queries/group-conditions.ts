import { inScope } from '../access/policy.ts';
import type { Decided } from '../content/read-on-basis.ts';
import type { Key, QueryCondition } from '../model/content/item-query.ts';

/**
 * The conditions, of which those about references are met by a reference to any translation of an item that they name. They stay
 * as they are while no collection is localised. The ids of collections that the caller does not see lead to no translations.
 */
export const matchGroups = async (
  {
    site: { collectionStates = [] },
    view,
    repositories,
  }: Pick<Decided, 'site' | 'view' | 'repositories'>,
  conditions: readonly QueryCondition[],
): Promise<readonly QueryCondition[]> => {
  const named = conditions.filter(isAboutReference).flatMap(keysOf).filter(isId);
  if (named.length === 0) return conditions;
  if (collectionStates.every(({ baseLocale }) => baseLocale === undefined)) return conditions;
  const groups = (await repositories.references.findGroups(named)).filter(({ collectionId }) =>
    inScope(view.audience.collections, collectionId),
  );
  const idsOf = (key: Key): readonly Key[] => {
    const found = groups
      .map(({ items, formerIds }) => [...items, ...formerIds])
      .find((ids) => ids.some((id) => id === key));
    return found ?? [key];
  };
  return conditions.flatMap((condition): readonly QueryCondition[] => {
    const { field, test } = condition;
    if (!isAboutReference(condition)) return [condition];
    if (test.kind === 'among') {
      return [{ field, test: { kind: 'among', keys: [...new Set(test.keys.flatMap(idsOf))] } }];
    }
    return test.kind === 'not'
      ? idsOf(test.key).map((key) => ({ field, test: { kind: 'not', key } }))
      : [condition];
  });
};

const isAboutReference = ({ field }: QueryCondition): boolean =>
  field.kind === 'uuid' && field.path.startsWith('data.');

const keysOf = ({ test }: QueryCondition): readonly Key[] => {
  if (test.kind === 'among') return test.keys;
  return test.kind === 'not' ? [test.key] : [];
};

/** The key of an item without a value is the empty text. */
const isId = (key: Key): key is string => typeof key === 'string' && key !== '';

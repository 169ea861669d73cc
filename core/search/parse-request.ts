import { requestedCollections } from '../access/visibility.ts';
import { queryFields } from '../collections/indexes/query-fields.ts';
import { localeCondition, type ExactLocaleRequest } from '../content/requested-languages.ts';
import type { Decided } from '../content/read-on-basis.ts';
import { requestedFilter } from '../content/requested-filter.ts';
import type { ContentStatus } from '../model/content/content-item.ts';
import type { QueryCondition } from '../model/content/item-query.ts';
import type { ExactConditions } from '../ports/repositories/content-repository.ts';
import { invalid } from '../primitives/errors.ts';
import { noId } from '../primitives/uuid.ts';
import { parseConditions, type RequestedCondition } from '../queries/parse-query.ts';
import { isSchemaField, parseSelection, type SelectedFields } from '../queries/select-fields.ts';

/**
 * The names of collections in a text, each once.
 *
 * @throws DomainError `invalid_input` for conditions that are not about one collection.
 */
export const namesIn = (
  text: string | undefined,
  where: readonly RequestedCondition[],
): readonly string[] => {
  const names = text === undefined ? [] : [...new Set(text.split(','))];
  if (where.length > 0 && names.length !== 1) {
    const message = 'must name exactly one collection, whose fields the conditions are about';
    throw invalid('invalid_input', [{ path: 'collection', message }]);
  }
  return names;
};

/** What a search asks of the collections of the site. */
export interface SearchRequest {
  readonly filter: ExactConditions;
  readonly conditions: readonly QueryCondition[];
  readonly selection: SelectedFields | undefined;
}

interface Requested extends ExactLocaleRequest {
  readonly status?: ContentStatus | undefined;
  readonly mustExist?: boolean | undefined;
}

/** @throws DomainError `token_scope`, `not_found`, `invalid_input`. */
export const parseRequest = (
  decided: Decided,
  {
    names,
    where,
    fields,
    ...requested
  }: Requested & {
    readonly names: readonly string[];
    readonly where: readonly RequestedCondition[];
    readonly fields: string | undefined;
  },
): SearchRequest => {
  const filter = filterBy(decided, names, requested);
  const searched = requestedCollections(filter, decided.site.schemas ?? [], decided.view.audience);
  const [first] = searched;
  return {
    filter,
    // In a collection that does not exist, nothing is found.
    conditions: first === undefined ? [] : parseConditions(where, queryFields(first.schema)),
    selection: parseSelection(
      fields,
      (path) =>
        first === undefined ||
        searched.some(({ schema }) => isSchemaField(schema.properties, path)),
    ),
  };
};

const filterBy = (
  { actor, site, only }: Decided,
  names: readonly string[],
  { status, mustExist, locale }: Requested,
): ExactConditions => {
  const inLocale = localeCondition(site, { locale });
  if (names.length < 2) {
    const collection = names[0];
    const filter = {
      ...requestedFilter({ actor, site }, { status, collection, mustExist }),
      ...inLocale,
    };
    // With the preview token of an item, nothing is found.
    return only === undefined ? filter : { ...filter, collectionIds: [] };
  }
  const byName = new Map(site.schemas?.map((each) => [each.name, each]));
  const collectionIds = names.flatMap((collection) => {
    const of = { actor, site: { collection: byName.get(collection) } };
    const { collectionId = noId } = requestedFilter(of, { status, collection, mustExist });
    return collectionId === noId ? [] : [collectionId];
  });
  return {
    ...(status !== undefined && { status }),
    ...inLocale,
    collectionIds: only === undefined ? collectionIds : [],
  };
};

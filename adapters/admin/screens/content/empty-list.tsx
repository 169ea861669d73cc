import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Empty } from '../../components/states.tsx';
import { creatableIn, displayNameOf } from './collections.ts';
import { isFiltered, kindOf, listUrl, type ListState } from './list-state.ts';
import { NewItem } from './new-item.tsx';

interface EmptyListProps {
  readonly state: ListState;
  readonly collections: readonly CollectionDto[];
  /** Undefined until they are read. */
  readonly counts: readonly ContentCountsDto[] | undefined;
}

/** Why there is nothing: no content yet, or no match. */
export const EmptyList = ({ state, collections, counts }: EmptyListProps) => {
  if (isFiltered(state)) {
    return (
      <Empty
        icon="search"
        title="No item matches"
        action={<ButtonLink href={listUrl(withoutFilters(state))}>Clear the filters</ButtonLink>}
      >
        {kindOf(state) === 'search'
          ? 'The search looks for all words in the title and in the text of an item.'
          : 'There are items, but none with these filters.'}
      </Empty>
    );
  }
  const { collection } = state;
  const name = displayNameOf(collections, collection);
  const target = collection === '' ? creatableIn(collections, counts)[0]?.name : collection;
  return (
    <Empty
      icon="content"
      title={collection === '' ? 'No content yet' : `No items in ${name} yet`}
      action={<NewItem {...{ collections, counts, collection }} align="middle" />}
      call={createCall(target ?? 'pages')}
    >
      Items are the texts and data that your site reads through the API. Each belongs to a
      collection, which says what fields it has.
    </Empty>
  );
};

/** Conditions are about one collection, which stays. */
const withoutFilters = ({ collection, columns, where }: ListState): Partial<ListState> =>
  Object.keys(where).length === 0 ? {} : { collection, columns };

const createCall = (collection: string): string =>
  [
    `curl -X POST ${location.origin}/api/content \\`,
    `  -H 'Authorization: Bearer <session token>' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"collection": "${collection}", "title": "A first item"}'`,
  ].join('\n');

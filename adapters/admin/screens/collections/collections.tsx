import { useState } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/button.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { address, replaceQuery, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { listUrl } from '../content/list-state.ts';
import { formatTotal, totalOf } from '../content/totals.ts';
import { removeCollection, setActive } from './collection-actions.tsx';
import { NewCollection } from './new-collection.tsx';
import styles from './collections.module.css';

/** From this number on there is a search. */
const manyCollections = 10;

/** Every collection, active or not, by name. */
export const Collections = () => {
  const [isCreating, setCreating] = useState(false);
  const resource = useResource(async () => {
    const { body } = await api.listCollections({ query: { includeInactive: true } });
    return body.data;
  });
  const counts = useResource(async () => (await api.countContent()).body.data);
  const create = (
    <Button kind="primary" icon="add" onClick={() => setCreating(true)}>
      New collection
    </Button>
  );
  return (
    <Screen
      title="Collections"
      busy={resource.state.value.kind === 'loading'}
      actions={resource.value?.length === 0 ? undefined : create}
    >
      <Loaded resource={resource} what="the collections">
        {(collections) =>
          collections.length === 0 ? (
            <Empty
              icon="collections"
              title="No collections yet"
              action={create}
              call={`curl -X POST "${location.origin}/api/collections" \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{ "name": "blog-posts", "displayName": "Blog posts" }'`}
            >
              A collection groups items that have the same fields, such as pages, posts or products.
            </Empty>
          ) : (
            <>
              {collections.length >= manyCollections && <Search collections={collections} />}
              <Table
                collections={matches(collections)}
                counts={counts.value}
                onChange={() => {
                  resource.reload();
                  counts.reload();
                }}
              />
            </>
          )
        }
      </Loaded>
      {isCreating && <NewCollection onClose={() => setCreating(false)} />}
    </Screen>
  );
};

const searched = (): string => address.value.query.get('q') ?? '';

/** The collections whose names or description contain what is searched for, ignoring case. */
const matches = (collections: readonly CollectionDto[]): readonly CollectionDto[] => {
  const text = searched().trim().toLowerCase();
  return collections.filter(({ name, displayName, description }) =>
    [name, displayName, description].some((each) => each.toLowerCase().includes(text)),
  );
};

const Search = ({ collections }: Pick<TableProps, 'collections'>) => {
  const found = matches(collections).length;
  const all = collections.length;
  return (
    <div class="toolbar" role="search">
      <input
        class="input grow"
        type="search"
        aria-label="Find a collection"
        placeholder="Find a collection"
        value={searched()}
        onInput={({ currentTarget: { value } }) => replaceQuery({ q: value })}
      />
      <span class="quiet-text" role="status">
        {found === all ? `${all} collections` : `${found} of ${all} collections`}
      </span>
    </div>
  );
};

interface TableProps {
  readonly collections: readonly CollectionDto[];
  /** Undefined until they are read. */
  readonly counts: readonly ContentCountsDto[] | undefined;
  readonly onChange: () => void;
}

const Table = ({ collections, counts, onChange }: TableProps) => (
  <div class="table-box">
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Name in the API</th>
          <th scope="col">Items</th>
          <th scope="col">Fields</th>
          <th scope="col">State</th>
          <th scope="col">Changed</th>
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {collections.map((collection) => (
          <Row key={collection.id} {...{ collection, counts, onChange }} />
        ))}
      </tbody>
    </table>
  </div>
);

interface RowProps extends Omit<TableProps, 'collections'> {
  readonly collection: CollectionDto;
}

const Row = ({ collection, counts, onChange }: RowProps) => {
  const { name, displayName, description, schema, isActive, updated_at: changedAt } = collection;
  const run = async (action: Promise<boolean>): Promise<void> => {
    if (await action) onChange();
  };
  return (
    <tr>
      <td class="main">
        <div>
          <a href={urlOf(`/collections/${encodeURIComponent(name)}`)} dir="auto">
            {displayName}
          </a>
          {description !== '' && (
            <p class="hint" dir="auto">
              {description}
            </p>
          )}
        </div>
      </td>
      <td data-label="In the API">
        <code>{name}</code>
      </td>
      <td class="tight" data-label="Items">
        {counts !== undefined && <Items collection={collection} counts={counts} />}
      </td>
      <td class="tight" data-label="Fields">
        {Object.keys(schema.properties).length}
      </td>
      <td class="tight" data-label="State">
        <span class={isActive ? 'chip good' : 'chip'}>{isActive ? 'Active' : 'Inactive'}</span>
      </td>
      <td class="tight" data-label="Changed">
        <Time at={changedAt} />
      </td>
      <td class="tight">
        <div class={styles.actions}>
          <Button
            kind="quiet"
            label={`${isActive ? 'Deactivate' : 'Activate'} ${displayName}`}
            onClick={() => void run(setActive(collection, !isActive))}
          >
            {isActive ? 'Deactivate' : 'Activate'}
          </Button>
          <Button
            kind="quiet"
            icon="trash"
            label={`Delete ${displayName}`}
            onClick={() => void run(removeCollection(collection))}
          />
        </div>
      </td>
    </tr>
  );
};

interface ItemsProps {
  readonly collection: CollectionDto;
  readonly counts: readonly ContentCountsDto[];
}

/** How many items there are, with a link to them; the list of an inactive collection is empty. */
const Items = ({ collection: { name, isActive }, counts }: ItemsProps) => {
  const total = totalOf(counts, { collection: name });
  const text = formatTotal(total);
  return isActive ? (
    <a href={listUrl({ collection: name })}>
      {text}
      <span class="visually-hidden">{total.count === 1 ? ' item' : ' items'}</span>
    </a>
  ) : (
    <>{text}</>
  );
};

import { useState } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/collections.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/button.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { removeCollection, setActive } from './collection-actions.tsx';
import { NewCollection } from './new-collection.tsx';
import styles from './collections.module.css';

/** Every collection, active or not, by name. */
export const Collections = () => {
  const [isCreating, setCreating] = useState(false);
  const resource = useResource(async () => {
    const { body } = await api.listCollections({ query: { includeInactive: true } });
    return body.data;
  });
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
            <Table collections={collections} onChange={resource.reload} />
          )
        }
      </Loaded>
      {isCreating && <NewCollection onClose={() => setCreating(false)} />}
    </Screen>
  );
};

interface TableProps {
  readonly collections: readonly CollectionDto[];
  readonly onChange: () => void;
}

const Table = ({ collections, onChange }: TableProps) => (
  <div class="table-box">
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Name in the API</th>
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
          <Row key={collection.id} collection={collection} onChange={onChange} />
        ))}
      </tbody>
    </table>
  </div>
);

const Row = ({
  collection,
  onChange,
}: {
  readonly collection: CollectionDto;
  readonly onChange: () => void;
}) => {
  const { name, displayName, description, schema, isActive, updated_at: changedAt } = collection;
  const run = async (action: Promise<boolean>): Promise<void> => {
    if (await action) onChange();
  };
  return (
    <tr>
      <td class="main">
        <div>
          <a href={urlOf(`/collections/${encodeURIComponent(name)}`)}>{displayName}</a>
          {description !== '' && <p class="hint">{description}</p>}
        </div>
      </td>
      <td data-label="In the API">
        <code>{name}</code>
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

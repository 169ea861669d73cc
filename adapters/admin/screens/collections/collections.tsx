import { useState } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { counted, numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Icon, iconOf } from '../../components/icon.tsx';
import { PrivateMark } from '../../components/private-mark.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { Time } from '../../components/time.tsx';
import { address, replaceQuery, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { listUrl } from '../content/list-state.ts';
import { formatTotal } from '../content/format-total.ts';
import { totalOf } from '../content/totals.ts';
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
      {t.collections.newCollection}
    </Button>
  );
  return (
    <Screen
      title={t.common.collections}
      busy={resource.state.value.kind === 'loading'}
      actions={resource.value?.length === 0 ? undefined : create}
    >
      <Loaded resource={resource} what={t.collections.what}>
        {(collections) =>
          collections.length === 0 ? (
            <Empty
              icon="collections"
              title={t.collections.noneTitle}
              action={create}
              call={`curl -X POST "${location.origin}/api/collections" \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{ "name": "blog-posts", "displayName": "Blog posts" }'`}
            >
              {t.collections.noneText}
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
        aria-label={t.collections.find}
        placeholder={t.collections.find}
        value={searched()}
        onInput={({ currentTarget: { value } }) => replaceQuery({ q: value })}
      />
      <span class="quiet-text" role="status">
        {counted(all, (count) =>
          found === all ? t.collections.all(count) : t.collections.found(numberText(found), count),
        )}
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
  <DataTable
    caption={t.common.collections}
    columns={columnsOf(counts, onChange)}
    rows={collections}
    keyOf={({ id }) => id}
  />
);

const columnsOf = (
  counts: TableProps['counts'],
  onChange: TableProps['onChange'],
): readonly Column<CollectionDto>[] => {
  const run = async (action: Promise<boolean>): Promise<void> => {
    if (await action) onChange();
  };
  return [
    {
      name: t.common.name,
      cell: ({ name, displayName, description, access, icon }) => (
        <div>
          <a
            class={styles.name}
            href={urlOf(`/collections/${encodeURIComponent(name)}`)}
            dir="auto"
          >
            <Icon name={iconOf({ icon })} />
            {displayName}
          </a>
          <PrivateMark collection={{ access }} />
          {description !== '' && (
            <p class="hint" dir="auto">
              {description}
            </p>
          )}
        </div>
      ),
    },
    {
      name: t.collections.apiName,
      label: t.collections.inApi,
      cell: ({ name }) => <code>{name}</code>,
    },
    {
      name: t.collections.items,
      width: 'tight',
      cell: (collection) =>
        counts !== undefined && <Items collection={collection} counts={counts} />,
    },
    {
      name: t.collections.fields,
      width: 'tight',
      cell: ({ schema }) => Object.keys(schema.properties).length,
    },
    {
      name: t.common.state,
      width: 'tight',
      cell: ({ isActive }) => (
        <span class={isActive ? 'chip good' : 'chip'}>
          {isActive ? t.collections.active : t.collections.inactive}
        </span>
      ),
    },
    {
      name: t.collections.changed,
      width: 'tight',
      isMinor: true,
      cell: (collection) => <Time at={collection.updated_at} />,
    },
    {
      name: t.common.actions,
      isNameHidden: true,
      width: 'tight',
      cell: (collection) => <Actions collection={collection} run={(action) => void run(action)} />,
    },
  ];
};

interface ActionsProps {
  readonly collection: CollectionDto;
  readonly run: (action: Promise<boolean>) => void;
}

const Actions = ({ collection, run }: ActionsProps) => {
  const { displayName, isActive } = collection;
  return (
    <div class={styles.actions}>
      <Button
        kind="quiet"
        label={(isActive ? t.collections.deactivateNamed : t.collections.activateNamed)(
          displayName,
        )}
        onClick={() => run(setActive(collection, !isActive))}
      >
        {isActive ? t.collections.deactivate : t.collections.activate}
      </Button>
      <Button
        kind="quiet"
        icon="trash"
        label={t.collections.deleteNamed(displayName)}
        onClick={() => run(removeCollection(collection))}
      />
    </div>
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
      <span class="visually-hidden"> {counted(total.count, t.collections.itemsUnit)}</span>
    </a>
  ) : (
    <>{text}</>
  );
};

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PermissionDto } from '../../../../contracts/schemas/account-schemas.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { Button } from '../../components/button.tsx';
import { markedName, PrivateMark } from '../../components/private-mark.tsx';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { describeGrant, roleOf, roleOptions } from './roles.ts';

interface GrantFieldsProps {
  readonly grants: readonly PermissionDto[];
  readonly collections: readonly CollectionDto[];
  readonly onChange: (grants: readonly PermissionDto[]) => void;
  /** Beside the button that adds a role. */
  readonly children?: ComponentChildren;
}

/** Roles in single collections, each with a select. */
export const GrantFields = ({ grants, collections, onChange, children }: GrantFieldsProps) => {
  const displayName = (name: string): string =>
    collections.find((collection) => collection.name === name)?.displayName ?? name;

  const columns: readonly Column<PermissionDto>[] = [
    {
      name: 'Collection',
      cell: ({ collection }) => (
        <span>
          {displayName(collection)}
          <PrivateMark collection={collections.find(({ name }) => name === collection)} />
        </span>
      ),
    },
    {
      name: 'Role',
      cell: ({ collection, role }) => (
        <select
          class="input small fit"
          aria-label={`Role in ${displayName(collection)}`}
          title={describeGrant(role)}
          value={role}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              grants.map((grant) =>
                grant.collection === collection ? { collection, role: roleOf(value) } : grant,
              ),
            )
          }
        >
          {roleOptions.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ),
    },
    {
      name: 'Remove',
      isNameHidden: true,
      width: 'tight',
      cell: ({ collection }) => (
        <Button
          kind="quiet"
          icon="trash"
          label={`Remove the role in ${displayName(collection)}`}
          onClick={() => onChange(grants.filter((grant) => grant.collection !== collection))}
        />
      ),
    },
  ];

  return (
    <>
      {grants.length > 0 && (
        <DataTable
          caption="Roles in single collections"
          columns={columns}
          rows={grants}
          keyOf={({ collection }) => collection}
        />
      )}
      <div class="row between">
        <AddGrant
          collections={collections.filter(
            ({ name }) => !grants.some(({ collection }) => collection === name),
          )}
          onAdd={(collection) => onChange([...grants, { collection, role: 'editor' }])}
        />
        {children}
      </div>
    </>
  );
};

interface AddGrantProps {
  readonly collections: readonly CollectionDto[];
  readonly onAdd: (collection: string) => void;
}

/** Adds a row for one of the other collections; nothing when there is none. */
const AddGrant = ({ collections, onAdd }: AddGrantProps) => {
  const [chosen, setChosen] = useState('');
  const [first] = collections;
  if (first === undefined) return <span class="quiet-text">Every collection has a role.</span>;
  const name = collections.find((collection) => collection.name === chosen)?.name ?? first.name;
  return (
    <div class="row">
      <select
        class="input fit"
        aria-label="Collection"
        value={name}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        {collections.map((collection) => (
          <option key={collection.name} value={collection.name}>
            {markedName(collection)}
          </option>
        ))}
      </select>
      <Button icon="add" onClick={() => onAdd(name)}>
        Add
      </Button>
    </div>
  );
};

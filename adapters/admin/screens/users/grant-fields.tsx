import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PermissionDto } from '../../../../contracts/schemas/account-schemas.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { markedName, PrivateMark } from '../../components/private-mark.tsx';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { hasLocales } from '../../shell/locales.ts';
import { GrantLanguages } from './grant-languages.tsx';
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

  const isLocalised = (name: string): boolean =>
    hasLocales() && collections.find((each) => each.name === name)?.localized === true;

  const columns: readonly Column<PermissionDto>[] = [
    {
      name: t.common.collection,
      cell: ({ collection }) => (
        <span>
          {displayName(collection)}
          <PrivateMark collection={collections.find(({ name }) => name === collection)} />
        </span>
      ),
    },
    {
      name: t.common.role,
      cell: ({ collection, role }) => (
        <select
          class="input small fit"
          aria-label={t.roles.roleIn(displayName(collection))}
          title={describeGrant(role)}
          value={role}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              grants.map((grant) =>
                grant.collection === collection ? { ...grant, role: roleOf(value) } : grant,
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
    ...(grants.some(({ collection }) => isLocalised(collection))
      ? [
          {
            name: t.common.languages,
            cell: (grant: PermissionDto) =>
              isLocalised(grant.collection) && (
                <GrantLanguages
                  grant={grant}
                  label={t.roles.languagesIn(displayName(grant.collection))}
                  onChange={(next) =>
                    onChange(
                      grants.map((each) => (each.collection === next.collection ? next : each)),
                    )
                  }
                />
              ),
          },
        ]
      : []),
    {
      name: t.common.remove,
      isNameHidden: true,
      width: 'tight',
      cell: ({ collection }) => (
        <Button
          kind="quiet"
          icon="trash"
          label={t.roles.removeIn(displayName(collection))}
          onClick={() => onChange(grants.filter((grant) => grant.collection !== collection))}
        />
      ),
    },
  ];

  return (
    <>
      {grants.length > 0 && (
        <DataTable
          caption={t.roles.inCollections}
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
  if (first === undefined) return <span class="quiet-text">{t.roles.everywhere}</span>;
  const name = collections.find((collection) => collection.name === chosen)?.name ?? first.name;
  return (
    <div class="row">
      <select
        class="input fit"
        aria-label={t.common.collection}
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
        {t.common.add}
      </Button>
    </div>
  );
};

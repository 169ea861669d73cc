import { useEffect, useState } from 'preact/hooks';
import type { PermissionDto } from '../../../../contracts/schemas/account-schemas.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api, messageOf } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { showToast } from '../../components/show-toast.ts';
import { account, loadAccount } from '../../shell/session.ts';
import { describeRole, roleNames, roleOf, roleOptions } from './roles.ts';
import type { UserPartProps } from './user-part.ts';
import { nameOf } from './user-text.tsx';

interface GrantsCardProps extends UserPartProps {
  readonly collections: readonly CollectionDto[];
}

const isSame = (some: readonly PermissionDto[], others: readonly PermissionDto[]): boolean =>
  some.length === others.length &&
  some.every(({ collection, role }) =>
    others.some((other) => other.collection === collection && other.role === role),
  );

/** The roles of a user in single collections. */
export const GrantsCard = ({ user, collections, onChange, markUnsaved }: GrantsCardProps) => {
  const [grants, setGrants] = useState(user.permissions);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isChanged = !isSame(grants, user.permissions);
  useEffect(() => markUnsaved('grants', isChanged), [isChanged]);
  const displayName = (name: string): string =>
    collections.find((collection) => collection.name === name)?.displayName ?? name;

  const save = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { body } = await api.setPermissions({
        params: { id: user.id },
        body: { permissions: grants },
      });
      setGrants(body.data.permissions);
      onChange(body.data);
      showToast({ text: `The roles of ${nameOf(body.data)} in collections were saved.` });
      if (user.id === account.value?.id) await loadAccount();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  const columns: readonly Column<PermissionDto>[] = [
    { name: 'Collection', cell: ({ collection }) => displayName(collection) },
    {
      name: 'Role',
      cell: ({ collection, role }) => (
        <select
          class="input small fit"
          aria-label={`Role in ${displayName(collection)}`}
          title={describeRole(role)}
          value={role}
          onChange={({ currentTarget: { value } }) =>
            setGrants(
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
          onClick={() => setGrants(grants.filter((grant) => grant.collection !== collection))}
        />
      ),
    },
  ];

  return (
    <section class="card" aria-labelledby="grants">
      <h2 id="grants">Roles in single collections</h2>
      <p class="quiet-text">
        {user.role === 'admin'
          ? 'An admin is admin in every collection. These roles apply once the role of the user is another one.'
          : `A role here replaces the role ${roleNames[user.role]} in that collection, to give more rights or fewer.`}
      </p>
      {failure !== undefined && (
        <p class="alert" role="alert">
          The roles were not saved. {failure}
        </p>
      )}
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
          onAdd={(collection) => setGrants([...grants, { collection, role: 'editor' }])}
        />
        <Button kind="primary" busy={isBusy} disabled={!isChanged} onClick={() => void save()}>
          Save roles
        </Button>
      </div>
    </section>
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
            {collection.displayName}
          </option>
        ))}
      </select>
      <Button icon="add" onClick={() => onAdd(name)}>
        Add
      </Button>
    </div>
  );
};

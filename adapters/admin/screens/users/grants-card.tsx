import { useEffect, useState } from 'preact/hooks';
import type { PermissionDto } from '../../../../contracts/schemas/account-schemas.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api, messageOf } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../components/show-toast.ts';
import { account, loadAccount } from '../../shell/session.ts';
import { GrantFields } from './grant-fields.tsx';
import { roleNames } from './roles.ts';
import type { UserPartProps } from './user-part.ts';
import { nameOf } from './user-text.tsx';

interface GrantsCardProps extends UserPartProps {
  readonly collections: readonly CollectionDto[];
}

const keyOf = ({ collection, role, locales = [] }: PermissionDto): string =>
  [collection, role, ...locales].join(' ');

const isSame = (some: readonly PermissionDto[], others: readonly PermissionDto[]): boolean => {
  const keys = new Set(others.map(keyOf));
  return some.length === others.length && some.every((grant) => keys.has(keyOf(grant)));
};

/** The roles of a user in single collections. */
export const GrantsCard = ({ user, collections, onChange, markUnsaved }: GrantsCardProps) => {
  const [grants, setGrants] = useState(user.permissions);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isChanged = !isSame(grants, user.permissions);
  useEffect(() => markUnsaved('grants', isChanged), [isChanged]);

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
      showToast({ text: t.roles.saved(nameOf(body.data)) });
      if (user.id === account.value?.id) await loadAccount();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <section class="card" aria-labelledby="grants">
      <h2 id="grants">{t.roles.inCollections}</h2>
      <p class="quiet-text">
        {user.role === 'admin' ? t.roles.adminEverywhere : t.roles.replaces(roleNames[user.role])}
      </p>
      {failure !== undefined && (
        <p class="alert" role="alert">
          {t.roles.notSaved} {failure}
        </p>
      )}
      <GrantFields grants={grants} collections={collections} onChange={setGrants}>
        <Button kind="primary" busy={isBusy} disabled={!isChanged} onClick={() => void save()}>
          {t.roles.save}
        </Button>
      </GrantFields>
    </section>
  );
};

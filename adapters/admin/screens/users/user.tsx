import { useState } from 'preact/hooks';
import type { UserDto } from '../../../../contracts/schemas/account-schemas.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Loaded } from '../../components/states.tsx';
import { Missing } from '../../shell/missing.tsx';
import { urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import type { ScreenProps } from '../../shell/screens.ts';
import { useUnsavedChanges } from '../../shell/unsaved/unsaved-changes.ts';
import { AccessCard } from './access-card.tsx';
import { AccountCard } from './account-card.tsx';
import { GrantsCard } from './grants-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { ActiveChip, nameOf } from './user-text.tsx';

interface UserPage {
  readonly user: UserDto;
  readonly collections: readonly CollectionDto[];
}

const load = async (id: string): Promise<UserPage> => {
  const [user, collections] = await Promise.all([
    api.getUser({ params: { id } }),
    api.listCollections({ query: { includeInactive: true } }),
  ]);
  return { user: user.body.data, collections: collections.body.data };
};

const parent = { href: urlOf('/users'), name: t.common.users };

/** One account: names and role, grants, password, access. */
export const User = ({ name: id }: ScreenProps) => {
  const resource = useResource(() => load(id));
  const user = resource.value?.user;
  const title = user === undefined ? t.users.user : nameOf(user);
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  useUnsavedChanges(unsaved.length > 0, title);
  const markUnsaved = (part: string, isUnsaved: boolean): void =>
    setUnsaved((parts) => [...parts.filter((each) => each !== part), ...(isUnsaved ? [part] : [])]);
  const change = (changed: UserDto): void => {
    if (resource.value !== undefined) resource.set({ ...resource.value, user: changed });
  };
  return (
    <Screen
      title={title}
      parent={parent}
      busy={resource.state.value.kind === 'loading'}
      width="reading"
      status={user !== undefined && <ActiveChip isActive={user.isActive} />}
      side={<p class="quiet-text">{t.users.explanation}</p>}
    >
      <Loaded
        resource={resource}
        what={t.users.theUser}
        missing={<Missing thing={t.users.missing} list={parent} />}
      >
        {(loaded) => {
          const part = { user: loaded.user, onChange: change, markUnsaved };
          return (
            <>
              <AccountCard {...part} />
              <GrantsCard {...part} collections={loaded.collections} />
              <SignInCard {...part} />
              <PasswordCard {...part} />
              {/* Read again after a change of the account, which can end sessions. */}
              <SessionsCard key={loaded.user.updated_at} user={loaded.user} />
              <AccessCard {...part} />
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
};

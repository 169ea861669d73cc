import { highestRole } from '../../../../contracts/client/vocabulary.ts';
import type { UserDto } from '../../../../contracts/schemas/account-schemas.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { counted, numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Loaded } from '../../components/states.tsx';
import { urlOf } from '../../shell/router.ts';
import { account } from '../../shell/session.ts';
import { nameOf } from '../users/user-text.tsx';
import styles from './concerned-accounts.module.css';

const pageSize = 1_000;
const pagesMax = 5;
const namesMax = 5;

interface Accounts {
  /** Those that sign in with a password alone. */
  readonly users: readonly UserDto[];
  /** Whether these are all of the service. */
  readonly isComplete: boolean;
}

const load = async (): Promise<Accounts> => {
  const users: UserDto[] = [];
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { limit: pageSize, offset: page * pageSize };
    const { data } = (await api.listUsers({ query })).body;
    users.push(...data.filter(hasPasswordOnly));
    if (data.length < pageSize) return { users, isComplete: true };
  }
  return { users, isComplete: false };
};

/** A sign-in with the identity provider meets the requirement. */
const hasPasswordOnly = ({ isActive, hasSecondFactor, signInMethods }: UserDto): boolean =>
  isActive && !hasSecondFactor && signInMethods.includes('password');

/** Which accounts would have to set up a second factor, by name, before the setting is saved. */
export const ConcernedAccounts = ({ roles }: { readonly roles: readonly string[] }) => {
  const resource = useResource(load);
  return (
    <div class={styles.concerned} role="status">
      <Loaded resource={resource} what={t.settings.concerned.theAccounts}>
        {({ users, isComplete }) => {
          const concerned = users.filter(({ role, permissions }) =>
            roles.includes(highestRole({ role, grants: permissions })),
          );
          return <Concerned users={concerned} isComplete={isComplete} />;
        }}
      </Loaded>
    </div>
  );
};

const Concerned = ({ users, isComplete }: Accounts) => {
  if (users.length === 0 && isComplete) {
    return <p>{t.settings.concerned.none}</p>;
  }
  const others = users.length - namesMax;
  return (
    <>
      <p>
        {counted(
          users.length,
          isComplete ? t.settings.concerned.count : t.settings.concerned.atLeast,
        )}
      </p>
      <ul>
        {users.slice(0, namesMax).map((user) => (
          <li key={user.id}>
            <a href={urlOf(`/users/${user.id}`)}>
              <bdi>{nameOf(user)}</bdi>
            </a>
            {user.id === account.value?.id && (
              <>
                {' '}
                {t.settings.concerned.you((text) => (
                  <a href={urlOf('/profile')}>{text}</a>
                ))}
              </>
            )}
          </li>
        ))}
        {others > 0 && (
          <li>
            {t.settings.concerned.more(numberText(others), (text) => (
              <a href={urlOf('/users')}>{text}</a>
            ))}
          </li>
        )}
      </ul>
    </>
  );
};

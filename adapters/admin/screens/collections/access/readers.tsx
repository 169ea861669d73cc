import { useEffect } from 'preact/hooks';
import type { AccessReportDto } from '../../../../../contracts/schemas/access-report.ts';
import { api } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { Loaded } from '../../../components/states.tsx';
import { urlOf } from '../../../shell/router.ts';
import { roleNames } from '../../users/roles.ts';
import { useBuilder } from '../builder-state.ts';
import { NewTabLink } from '../new-tab-link.tsx';
import { restOf } from './rest-of.ts';
import styles from './readers.module.css';

/** Who sees the collection while it is private: people, and the API tokens of websites. */
export const Readers = () => {
  const { saved } = useBuilder();
  const resource = useResource(async () => {
    const { name } = saved.value;
    return (await api.getCollectionAccess({ params: { name } })).body.data;
  });
  useEffect(() => {
    // Somebody may have got a role, or a website a token, in another tab.
    addEventListener('focus', resource.reload);
    return () => removeEventListener('focus', resource.reload);
  }, []);
  const isStored = saved.value.access === 'private';
  return (
    <Loaded resource={resource} what="who can read it">
      {({ users, tokens }) => (
        <section class={styles.readers} aria-label={isStored ? 'Who sees it' : 'Who will see it'}>
          <h3>{isStored ? 'People who see it' : 'People who will see it'}</h3>
          <People users={users} />
          <h3>Websites</h3>
          <Tokens tokens={tokens} />
        </section>
      )}
    </Loaded>
  );
};

const People = ({ users: { count, granted } }: Pick<AccessReportDto, 'users'>) => {
  const { shown, others } = restOf(granted);
  return (
    <>
      <p>
        {count === 1 ? '1 account' : `${count.toLocaleString()} accounts`}: all admins and editors
        {granted.length > 0 ? ', and people with a role in it:' : '.'}
      </p>
      {granted.length > 0 && (
        <ul class={styles.list}>
          {shown.map(({ id, name, role }) => (
            <li key={id}>
              <NewTabLink href={urlOf(`/users/${id}`)}>
                <span dir="auto">{name}</span>
              </NewTabLink>{' '}
              <span class="quiet-text">{roleNames[role]}</span>
            </li>
          ))}
          {others !== '' && <li class="quiet-text">{others}</li>}
        </ul>
      )}
      <p class="hint">
        To let somebody in, give the account a role in this collection.{' '}
        <NewTabLink href={urlOf('/users')}>Users</NewTabLink>
      </p>
    </>
  );
};

const Tokens = ({ tokens }: Pick<AccessReportDto, 'tokens'>) => {
  const { shown, others } = restOf(tokens);
  return (
    <>
      {tokens.length === 0 ? (
        <p>None: no API token names it.</p>
      ) : (
        <>
          <p>Those that use these API tokens:</p>
          <ul class={styles.list}>
            {shown.map(({ id, name }) => (
              <li key={id} dir="auto">
                {name}
              </li>
            ))}
            {others !== '' && <li class="quiet-text">{others}</li>}
          </ul>
        </>
      )}
      <p class="hint">
        To let a website in, create a token that names this collection, and keep it on its server.{' '}
        <NewTabLink href={urlOf('/api-tokens')}>API tokens</NewTabLink>
      </p>
    </>
  );
};

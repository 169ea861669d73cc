import { useEffect } from 'preact/hooks';
import type { AccessReportDto } from '../../../../../contracts/schemas/access-report.ts';
import { api } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { counted } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
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
    <Loaded resource={resource} what={t.access.what}>
      {({ users, tokens }) => (
        <section
          class={styles.readers}
          aria-label={isStored ? t.access.seesIt : t.access.willSeeIt}
        >
          <h3>{isStored ? t.access.peopleWhoSee : t.access.peopleWhoWillSee}</h3>
          <People users={users} />
          <h3>{t.access.websites}</h3>
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
      <p>{counted(count, granted.length > 0 ? t.access.accountsWithRoles : t.access.accounts)}</p>
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
        {t.access.letIn} <NewTabLink href={urlOf('/users')}>{t.common.users}</NewTabLink>
      </p>
    </>
  );
};

const Tokens = ({ tokens }: Pick<AccessReportDto, 'tokens'>) => {
  const { shown, others } = restOf(tokens);
  return (
    <>
      {tokens.length === 0 ? (
        <p>{t.access.noWebsites}</p>
      ) : (
        <>
          <p>{t.access.withTokens}</p>
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
        {t.access.letWebsiteIn}{' '}
        <NewTabLink href={urlOf('/api-tokens')}>{t.apiTokens.title}</NewTabLink>
      </p>
    </>
  );
};

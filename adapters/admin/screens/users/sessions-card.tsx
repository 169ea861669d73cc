import type { UserDto } from '../../../../contracts/schemas/account-schemas.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { showToast } from '../../components/show-toast.ts';
import { Loaded } from '../../components/states.tsx';
import { SessionTable } from '../../components/table/session-table.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { urlOf } from '../../shell/router.ts';
import { account } from '../../shell/session.ts';
import { nameOf } from './user-text.tsx';

/** Where another user is signed in, and how to end that. One's own sessions are on the screen of one's account. */
export const SessionsCard = ({ user }: { readonly user: UserDto }) => (
  <section class="card" aria-labelledby="sessions">
    <h2 id="sessions">{t.users.sessions.title}</h2>
    {user.id === account.value?.id ? (
      <p>
        {t.users.sessions.ownElsewhere((text) => (
          <a href={urlOf('/profile')}>{text}</a>
        ))}
      </p>
    ) : (
      <SessionsOf user={user} />
    )}
  </section>
);

const SessionsOf = ({ user }: { readonly user: UserDto }) => {
  const params = { id: user.id };
  const resource = useResource(async () => (await api.listUserSessions({ params })).body.data);
  const [isBusy, run] = useBusy();
  const name = nameOf(user);

  const endAll = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: t.users.sessions.endAllQuestion(name),
      text: t.users.sessions.mustSignIn(name),
      action: t.users.sessions.endAll,
      danger: true,
    });
    if (!isConfirmed) return;
    await run(async () => {
      await api.endUserSessions({ params });
      showToast({ text: t.users.sessions.ended(name) });
    });
    resource.reload();
  };

  return (
    <>
      <Loaded resource={resource} what={t.users.sessions.theSessions}>
        {(sessions) => (
          <>
            <SessionTable sessions={sessions} empty={t.users.sessions.none} />
            {sessions.length > 0 && (
              <div class="row end">
                <Button busy={isBusy} onClick={() => void endAll()}>
                  {t.users.sessions.endAll}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  );
};

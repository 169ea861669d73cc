import type { ActiveSessionDto } from '../../../../contracts/schemas/account-schemas.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { clientText } from '../../components/client-text.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { showToast } from '../../components/show-toast.ts';
import { Loaded } from '../../components/states.tsx';
import { SessionTable } from '../../components/table/session-table.tsx';
import { useBusy } from '../../components/use-busy.ts';

const load = async (): Promise<readonly ActiveSessionDto[]> => (await api.listSessions()).body.data;

/** Where the account is signed in, and how to end that. */
export const Sessions = () => {
  const resource = useResource(load);
  const [, endOne] = useBusy();
  const [isBusy, endAll] = useBusy();

  const end = async ({ id, client }: ActiveSessionDto): Promise<void> => {
    const isConfirmed = await confirm({
      title: t.profile.sessions.endQuestion,
      text: t.profile.sessions.mustSignIn(clientText(client)),
      action: t.profile.sessions.end,
      danger: true,
    });
    if (!isConfirmed) return;
    await endOne(async () => {
      await api.endSession({ params: { id } });
      showToast({ text: t.profile.sessions.ended });
    });
    resource.reload();
  };

  const endOthers = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: t.profile.sessions.endOthersQuestion,
      text: t.profile.sessions.othersMustSignIn,
      action: t.profile.sessions.endOthers,
      danger: true,
    });
    if (!isConfirmed) return;
    await endAll(async () => {
      await api.endOtherSessions();
      showToast({ text: t.profile.sessions.othersEnded });
    });
    resource.reload();
  };

  return (
    <section class="card" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">{t.profile.sessions.title}</h2>
      <p class="quiet-text">{t.profile.sessions.explanation}</p>
      <Loaded resource={resource} what={t.profile.sessions.yourSessions}>
        {(sessions) => (
          <SessionTable
            sessions={sessions}
            empty={t.profile.sessions.none}
            onEnd={(session) => void end(session)}
          />
        )}
      </Loaded>
      <div class="row end">
        <Button busy={isBusy} onClick={() => void endOthers()}>
          {t.profile.sessions.endOthers}
        </Button>
      </div>
    </section>
  );
};

import type { ActiveSessionDto } from '../../../../contracts/schemas/account-schemas.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
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
      title: 'End this session?',
      text: `${clientText(client)} must sign in again.`,
      action: 'End session',
      danger: true,
    });
    if (!isConfirmed) return;
    await endOne(async () => {
      await api.endSession({ params: { id } });
      showToast({ text: 'The session has ended.' });
    });
    resource.reload();
  };

  const endOthers = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: 'End your other sessions?',
      text: 'Every other browser and script that is signed in with your account must sign in again. This session goes on.',
      action: 'End other sessions',
      danger: true,
    });
    if (!isConfirmed) return;
    await endAll(async () => {
      await api.endOtherSessions();
      showToast({ text: 'Your other sessions have ended.' });
    });
    resource.reload();
  };

  return (
    <section class="card" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">Your sessions</h2>
      <p class="quiet-text">
        A session lasts up to 24 hours. If you do not know one, or have signed in on a device that
        is not yours, end it. Then change your password if it may be known to others.
      </p>
      <Loaded resource={resource} what="your sessions">
        {(sessions) => (
          <SessionTable
            sessions={sessions}
            empty="You have no sessions."
            onEnd={(session) => void end(session)}
          />
        )}
      </Loaded>
      <div class="row end">
        <Button busy={isBusy} onClick={() => void endOthers()}>
          End other sessions
        </Button>
      </div>
    </section>
  );
};

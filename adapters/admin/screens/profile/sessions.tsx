import { useState } from 'preact/hooks';
import { api, messageOf } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { showToast } from '../../components/show-toast.ts';

/** Ends the sessions of the account in other browsers. */
export const Sessions = () => {
  const [isBusy, setBusy] = useState(false);

  const endOthers = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: 'End your other sessions?',
      text: 'Every other browser and script that is signed in with your account must sign in again. This session goes on.',
      action: 'End other sessions',
      danger: true,
    });
    if (!isConfirmed) return;
    setBusy(true);
    try {
      await api.endOtherSessions();
      showToast({ text: 'Your other sessions have ended.' });
    } catch (error) {
      showToast({ kind: 'failed', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <section class="card" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">Sessions</h2>
      <p class="quiet-text">
        A session lasts up to 24 hours. If you have signed in on a device that is not yours, end
        your other sessions.
      </p>
      <div class="row end">
        <Button busy={isBusy} onClick={() => void endOthers()}>
          End other sessions
        </Button>
      </div>
    </section>
  );
};

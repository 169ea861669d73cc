import { useState } from 'preact/hooks';
import { api, messageOf } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/confirm.tsx';
import { showToast } from '../../components/toasts.tsx';

/** What the cache has done, and a button that empties it. */
export const Cache = () => {
  const [isBusy, setBusy] = useState(false);

  const purge = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: 'Purge the cache?',
      text: 'Every cached response becomes invalid, on all instances. The next reads take longer, because they come from the database. No content is lost.',
      action: 'Purge',
    });
    if (!isConfirmed) return;
    setBusy(true);
    try {
      await api.purgeCache();
      showToast({ text: 'The cache is purged.' });
    } catch (error) {
      showToast({ kind: 'failed', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <div class="row">
      <Button busy={isBusy} onClick={() => void purge()}>
        Purge
      </Button>
    </div>
  );
};

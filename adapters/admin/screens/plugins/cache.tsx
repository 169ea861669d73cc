import type { CacheStatisticsDto } from '../../../../contracts/operations/plugins.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { showToast } from '../../components/show-toast.ts';
import { useBusy } from '../../components/use-busy.ts';
import styles from './cache.module.css';

/** What the cache has answered, and a button that empties it. */
export const Cache = () => {
  const statistics = useResource(async () => (await api.getCacheStatistics()).body.data);
  const [isBusy, run] = useBusy();

  const purge = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: 'Purge the cache?',
      text: 'Every cached response becomes invalid, on all instances. The next reads take longer, because they come from the database. No content is lost.',
      action: 'Purge',
    });
    if (!isConfirmed) return;
    await run(async () => {
      await api.purgeCache();
      showToast({ text: 'The cache is purged.' });
      statistics.reload();
    });
  };

  return (
    <section class={`stack ${styles.statistics}`} aria-labelledby="cache-heading">
      <h3 id="cache-heading">Statistics</h3>
      <Loaded resource={statistics} what="the statistics">
        {(value) => <Facts {...value} />}
      </Loaded>
      <div class="row end">
        <Button onClick={statistics.reload}>Refresh</Button>
        <Button busy={isBusy} onClick={() => void purge()}>
          Purge
        </Button>
      </div>
    </section>
  );
};

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const formatBytes = (bytes: number): string => {
  const [unit, size] = bytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const);
  const format = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat('en', format).format(bytes / size);
};

const Facts = ({ since, hits, misses, hitRate, memory }: CacheStatisticsDto) => (
  <>
    <dl class="facts">
      <dt>Hit rate</dt>
      <dd>{hitRate === null ? 'No reads yet' : percent.format(hitRate)}</dd>
      <dt>From the cache</dt>
      <dd>{hits.toLocaleString('en')}</dd>
      <dt>From the database</dt>
      <dd>{misses.toLocaleString('en')}</dd>
      {memory !== undefined && (
        <>
          <dt>In memory</dt>
          <dd>
            {memory.entries.toLocaleString('en')} entries, {formatBytes(memory.bytes)}
          </dd>
        </>
      )}
      <dt>Counted since</dt>
      <dd>
        <Time at={since} />
      </dd>
    </dl>
    <p class="hint">Of the process that answered: each instance and worker counts for itself.</p>
  </>
);

import type { CacheStatisticsDto } from '../../../../contracts/operations/plugins.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { counted, numberText } from '../../catalogue/forms.ts';
import { languageTag } from '../../catalogue/language.ts';
import { t } from '../../catalogue/texts.ts';
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
      title: t.plugins.purgeQuestion,
      text: t.plugins.purgeEffect,
      action: t.plugins.purge,
    });
    if (!isConfirmed) return;
    await run(async () => {
      await api.purgeCache();
      showToast({ text: t.plugins.purged });
      statistics.reload();
    });
  };

  return (
    <section class={`stack ${styles.statistics}`} aria-labelledby="cache-heading">
      <h3 id="cache-heading">{t.plugins.statistics}</h3>
      <Loaded resource={statistics} what={t.plugins.whatStatistics}>
        {(value) => <Facts {...value} />}
      </Loaded>
      <div class="row end">
        <Button onClick={statistics.reload}>{t.plugins.refresh}</Button>
        <Button busy={isBusy} onClick={() => void purge()}>
          {t.plugins.purge}
        </Button>
      </div>
    </section>
  );
};

const percent = new Intl.NumberFormat(languageTag, { style: 'percent', maximumFractionDigits: 1 });

const formatBytes = (bytes: number): string => {
  const [unit, size] = bytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const);
  const format = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(languageTag, format).format(bytes / size);
};

const Facts = ({ since, hits, misses, hitRate, memory }: CacheStatisticsDto) => (
  <>
    <dl class="facts">
      <dt>{t.plugins.hitRate}</dt>
      <dd>{hitRate === null ? t.plugins.noReads : percent.format(hitRate)}</dd>
      <dt>{t.plugins.fromCache}</dt>
      <dd>{numberText(hits)}</dd>
      <dt>{t.plugins.fromDatabase}</dt>
      <dd>{numberText(misses)}</dd>
      {memory !== undefined && (
        <>
          <dt>{t.plugins.inMemory}</dt>
          <dd>
            {counted(memory.entries, (count) =>
              t.plugins.memoryUse(count, formatBytes(memory.bytes)),
            )}
          </dd>
        </>
      )}
      <dt>{t.plugins.countedSince}</dt>
      <dd>
        <Time at={since} />
      </dd>
    </dl>
    <p class="hint">{t.plugins.countedBy}</p>
  </>
);

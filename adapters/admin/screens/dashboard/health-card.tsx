import { useId } from 'preact/hooks';
import type { SystemHealthDto } from '../../../../contracts/operations/system.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/states.tsx';
import styles from './health-card.module.css';

const dependencies: readonly (readonly [keyof SystemHealthDto['checks'], string])[] = [
  ['database', t.dashboard.health.database],
  ['keyValue', t.dashboard.health.keyValue],
  ['storage', t.dashboard.health.storage],
];

/** Whether what the service depends on answers, and how fast. */
export const HealthCard = () => {
  const id = useId();
  const health = useResource(async () => (await api.getSystemHealth()).body.data);
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t.dashboard.health.title}</h2>
        <Button onClick={health.reload}>{t.dashboard.health.checkAgain}</Button>
      </header>
      <Loaded resource={health} what={t.dashboard.whatHealth}>
        {({ checks }) => (
          <dl class={styles.checks} aria-live="polite">
            {dependencies.map(([key, name]) => (
              <div key={key}>
                <dt>{name}</dt>
                <dd class={styles.state}>
                  <span class="quiet-text">{formatLatency(checks[key].latency)}</span>
                  {checks[key].status === 'healthy' ? (
                    <span class="chip good">{t.dashboard.health.healthy}</span>
                  ) : (
                    <span class="chip bad">
                      {checks[key].status === 'degraded'
                        ? t.dashboard.health.degraded
                        : t.dashboard.health.unhealthy}
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </section>
  );
};

const formatLatency = (ms: number): string => (ms < 1 ? '< 1 ms' : `${Math.round(ms)} ms`);

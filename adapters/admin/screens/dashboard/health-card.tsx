import { useId } from 'preact/hooks';
import type { SystemHealthDto } from '../../../../contracts/operations/system.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/states.tsx';
import styles from './health-card.module.css';

const dependencies: readonly (readonly [keyof SystemHealthDto['checks'], string])[] = [
  ['database', 'Database'],
  ['keyValue', 'Key-value store'],
  ['storage', 'File storage'],
];

/** Whether what the service depends on answers, and how fast. */
export const HealthCard = () => {
  const id = useId();
  const health = useResource(async () => (await api.getSystemHealth()).body.data);
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>Health</h2>
        <Button onClick={health.reload}>Check again</Button>
      </header>
      <Loaded resource={health} what="the health">
        {({ checks }) => (
          <dl class={styles.checks} aria-live="polite">
            {dependencies.map(([key, name]) => (
              <div key={key}>
                <dt>{name}</dt>
                <dd class={styles.state}>
                  <span class="quiet-text">{formatLatency(checks[key].latency)}</span>
                  {checks[key].status === 'healthy' ? (
                    <span class="chip good">Healthy</span>
                  ) : (
                    <span class="chip bad">
                      {checks[key].status === 'degraded' ? 'Rejects writes' : 'Unhealthy'}
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

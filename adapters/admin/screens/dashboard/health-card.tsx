import { useId } from 'preact/hooks';
import type { SystemHealthDto } from '../../../../contracts/system.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/states.tsx';

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
    <section class="card health-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>Health</h2>
        <Button kind="quiet" onClick={health.reload}>
          Check again
        </Button>
      </header>
      <Loaded resource={health} what="the health">
        {({ checks }) => (
          <dl class="health" aria-live="polite">
            {dependencies.map(([key, name]) => (
              <div key={key}>
                <dt>{name}</dt>
                <dd>
                  <span class="quiet-text">{formatLatency(checks[key].latency)}</span>
                  {checks[key].status === 'healthy' ? (
                    <span class="chip good">Healthy</span>
                  ) : (
                    <span class="chip bad">Unhealthy</span>
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

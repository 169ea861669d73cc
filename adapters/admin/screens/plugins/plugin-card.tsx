import type { PluginDto } from '../../../../contracts/operations/plugins.ts';
import { api } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../components/show-toast.ts';
import { useBusy } from '../../components/use-busy.ts';
import { Cache } from './cache.tsx';
import { PluginSettings } from './plugin-settings.tsx';

interface PluginCardProps {
  readonly plugin: PluginDto;
  readonly onChange: (plugin: PluginDto) => void;
}

/** What a plugin does, in a sentence. */
const purposes: Readonly<Record<string, string>> = {
  cache: t.plugins.cachePurpose,
};

/** One plugin: its switch, its settings and, of the cache, what it has done. */
export const PluginCard = ({ plugin, onChange }: PluginCardProps) => {
  const { name, title, active } = plugin;
  const [isBusy, run] = useBusy();

  const turn = (isOn: boolean): Promise<void> =>
    run(async () => {
      const { data } = (await api.updatePlugin({ params: { name }, body: { active: isOn } })).body;
      onChange(data);
      showToast({ text: (data.active ? t.plugins.nowOn : t.plugins.nowOff)(title) });
    });

  return (
    <section class="card" aria-label={title}>
      <header>
        <div class="row">
          <h2>{title}</h2>
          <span class={active ? 'chip good' : 'chip'}>{active ? t.plugins.on : t.plugins.off}</span>
        </div>
        <Button busy={isBusy} onClick={() => void turn(!active)}>
          {active ? t.plugins.turnOff : t.plugins.turnOn}
        </Button>
      </header>
      {purposes[name] !== undefined && <p class="quiet-text">{purposes[name]}</p>}
      <PluginSettings plugin={plugin} onChange={onChange} />
      {name === 'cache' && active && <Cache />}
    </section>
  );
};

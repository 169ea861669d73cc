import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Loaded } from '../../components/states.tsx';
import { Screen } from '../../shell/screen.tsx';
import { Hooks } from './hooks.tsx';
import { PluginCard } from './plugin-card.tsx';

/** The plugins with their settings, and the hooks that are installed. */
export const Plugins = () => {
  const resource = useResource(async () => (await api.listPlugins()).body.data);
  return (
    <Screen
      title={t.plugins.title}
      width="reading"
      busy={resource.state.value.kind === 'loading'}
      side={<p class="quiet-text">{t.plugins.about}</p>}
    >
      <Loaded resource={resource} what={t.plugins.what}>
        {(installed) => (
          <>
            {installed
              .filter(({ operations }) => operations === undefined)
              .map((plugin) => (
                <PluginCard
                  key={plugin.name}
                  plugin={plugin}
                  onChange={(changed) =>
                    resource.set(
                      installed.map((each) => (each.name === changed.name ? changed : each)),
                    )
                  }
                />
              ))}
            <Hooks hooks={installed.filter(({ operations }) => operations !== undefined)} />
          </>
        )}
      </Loaded>
    </Screen>
  );
};

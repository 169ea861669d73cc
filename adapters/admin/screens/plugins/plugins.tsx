import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Loaded } from '../../components/states.tsx';
import { Screen } from '../../shell/screen.tsx';
import { Hooks } from './hooks.tsx';
import { PluginCard } from './plugin-card.tsx';

/** The plugins with their settings, and the hooks that are installed. */
export const Plugins = () => {
  const resource = useResource(async () => (await api.listPlugins()).body.data);
  return (
    <Screen
      title="Plugins"
      width="reading"
      busy={resource.state.value.kind === 'loading'}
      side={
        <p class="quiet-text">
          A plugin is turned on and set here, and a change applies at once, on every instance. Hooks
          are code of the operator: they are listed so that everybody knows what they decide.
        </p>
      }
    >
      <Loaded resource={resource} what="the plugins">
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

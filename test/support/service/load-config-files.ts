/**
 * Loads configuration files with Node alone, without the loader of the tests. Prints one JSON object per
 * argument: what was loaded, or the mistakes.
 */
import { ConfigError } from '../../../bootstrap/config.ts';
import { loadExtensions } from '../../../bootstrap/config-file/load-extensions.ts';

const [dataDir = '', ...targets] = process.argv.slice(2);

for (const target of targets) {
  // A folder ends in a slash: the file is looked up in it.
  const config = { configFile: target.endsWith('/') ? undefined : target, dataDir };
  try {
    const { configFile, hooks, onEvent } = await loadExtensions(config, target);
    const names = hooks?.map(({ name }) => name);
    console.log(JSON.stringify({ configFile, hooks: names, onEvent: typeof onEvent }));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.log(JSON.stringify({ mistakes: error.mistakes }));
  }
}

/** Runs the service for `npm start`. Does the same as `quoin serve`, but loads no other command. */
import { requireNode } from './require-node.ts';

requireNode();
const { setUpNode, tuneHeap } = await import('./set-up-node.ts');
setUpNode();
tuneHeap();
const { readConfig } = await import('./config.ts');
const { loadExtensions } = await import('./config-file/load-extensions.ts');
const { runService } = await import('./start/run-service.ts');

try {
  const config = readConfig();
  await runService(config, () => loadExtensions(config));
} catch (error) {
  const [{ explainFailure }, { exitSoon }] = await Promise.all([
    import('./explain-failure.ts'),
    import('./exit-soon.ts'),
  ]);
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
  exitSoon();
}

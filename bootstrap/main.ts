import { useCompileCache } from './compile-cache.ts';
import { tuneHeap } from './tune-heap.ts';
import { showSourceLines } from './source-lines.ts';

useCompileCache();
showSourceLines();
tuneHeap();
const { readConfig } = await import('./config.ts');
const { loadExtensions } = await import('./config-file/load-extensions.ts');
const { runService } = await import('./start/run-service.ts');

try {
  const config = readConfig();
  await runService(config, () => loadExtensions(config));
} catch (error) {
  const { explainFailure } = await import('./explain-failure.ts');
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}

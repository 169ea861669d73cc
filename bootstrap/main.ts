import { useCompileCache } from './compile-cache.ts';

useCompileCache();
const { readConfig } = await import('./config.ts');
const { runService } = await import('./start/run-service.ts');

try {
  await runService(readConfig());
} catch (error) {
  const { explainFailure } = await import('./explain-failure.ts');
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}

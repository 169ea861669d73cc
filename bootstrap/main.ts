import { keepCompiled } from './compile-cache.ts';

keepCompiled();
const { readConfig } = await import('./config.ts');
const { serve } = await import('./serve.ts');

try {
  await serve(readConfig());
} catch (error) {
  const { explainFailure } = await import('./explain-failure.ts');
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}

import { explainFailure } from './explain-failure.ts';
import { readConfig } from './config.ts';
import { serve } from './serve.ts';

try {
  await serve(readConfig());
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}

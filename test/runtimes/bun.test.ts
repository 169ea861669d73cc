import { startRuntime, withRuntime } from '../support/runtimes/runtime-process.ts';
import { testServer } from '../support/runtimes/runtime-tests.ts';

withRuntime('bun', (binary) => {
  testServer(/^Bun/, (folder) =>
    startRuntime(binary, ['run', 'test/runtimes/programs/rest-service.js'], folder),
  );
});

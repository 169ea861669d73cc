import { startRuntime, withRuntime } from '../support/runtimes/runtime-process.ts';
import { testServer } from '../support/runtimes/runtime-tests.ts';

const options = ['--allow-all', '--no-lock', '--node-modules-dir=manual', '--host=127.0.0.1'];

withRuntime('deno', (binary) => {
  testServer(/^Deno/, (folder) =>
    startRuntime(
      binary,
      ['serve', ...options, '--port=0', 'test/runtimes/programs/rest-service.js'],
      folder,
    ),
  );
});

import { testClientAddresses } from '../support/runtimes/client-addresses.ts';
import { startRuntime, withRuntime } from '../support/runtimes/runtime-process.ts';
import { testServer } from '../support/runtimes/runtime-tests.ts';

const options = ['--allow-all', '--no-lock', '--node-modules-dir=manual', '--host=127.0.0.1'];

withRuntime('deno', (binary) => {
  const start = (program: string) => (folder: string) =>
    startRuntime(binary, ['serve', ...options, '--port=0', program], folder);
  testServer(/^Deno/, start('test/runtimes/programs/rest-service.js'));
  testClientAddresses(start('docs/examples/runtimes/deno.js'));
});

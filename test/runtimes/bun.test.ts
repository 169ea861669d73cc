import { testClientAddresses } from '../support/runtimes/client-addresses.ts';
import { startRuntime, withRuntime } from '../support/runtimes/runtime-process.ts';
import { testServer } from '../support/runtimes/runtime-tests.ts';

withRuntime('bun', (binary) => {
  const start = (program: string) => (folder: string) =>
    startRuntime(binary, ['run', program], folder);
  testServer(/^Bun/, start('test/runtimes/programs/rest-service.js'));
  testClientAddresses(start('docs/examples/runtimes/bun.js'));
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProgram } from '../support/runtimes/built-package.ts';
import { testClientAddresses } from '../support/runtimes/client-addresses.ts';
import { startRuntime, withRuntime } from '../support/runtimes/runtime-process.ts';
import { testServer } from '../support/runtimes/runtime-tests.ts';

const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  bindings = [
    ${['PUBLIC_URL', 'JWT_SECRET', 'CSRF_SECRET'].map((name) => `(name = "${name}", fromEnvironment = "${name}")`).join()}
  ]
);
`;

withRuntime('workerd', (binary) => {
  const start = (program: string) => async (folder: string) => {
    writeFileSync(join(folder, 'worker.js'), await bundleProgram(folder, program));
    writeFileSync(join(folder, 'worker.capnp'), config);
    return startRuntime(binary, ['serve', 'worker.capnp', '--control-fd=3'], folder);
  };
  testServer(/^Cloudflare-Workers/, start('test/runtimes/programs/rest-service.js'));
  // Cloudflare sets the header; here, the test does.
  const client = (address: string) => ({
    localAddress: '127.0.0.1',
    headers: { 'CF-Connecting-IP': address },
  });
  testClientAddresses(start('docs/examples/runtimes/worker.js'), [
    client('192.0.2.1'),
    client('192.0.2.2'),
  ]);
});

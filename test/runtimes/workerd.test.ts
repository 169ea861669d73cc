import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProgram } from '../support/runtimes/built-package.ts';
import { startRuntime, withRuntime } from '../support/runtimes/runtime-process.ts';
import { testServer } from '../support/runtimes/runtime-tests.ts';

const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01"
);
`;

withRuntime('workerd', (binary) => {
  testServer(/^Cloudflare-Workers/, async (folder) => {
    const program = 'test/runtimes/programs/rest-service.js';
    writeFileSync(join(folder, 'worker.js'), await bundleProgram(folder, program));
    writeFileSync(join(folder, 'worker.capnp'), config);
    return startRuntime(binary, ['serve', 'worker.capnp', '--control-fd=3'], folder);
  });
});

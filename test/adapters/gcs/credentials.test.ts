import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { ConfigError } from '../../../bootstrap/config.ts';
import { explainFailure } from '../../../bootstrap/explain-failure.ts';
import { gcsBucket } from '../../../bootstrap/wiring.ts';
import { projectRoot } from '../../architecture/sources.ts';
import {
  callNames,
  callsOf,
  expectUnavailable,
  longTimeouts,
  reasonOf,
  shortTimeouts,
  withObject,
} from '../../support/buckets/bucket-calls.ts';
import { gcsWorld, openGcs } from '../../support/gcs/gcs-world.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Rejects all requests, and records them. */
const startTrap = async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end('{"error":"invalid_grant"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

// One after the other: they change the environment of the process.
describe('credentials', () => {
  test('are not used with an endpoint, and all requests go to it', async () => {
    await using world = await withObject(gcsWorld);
    await using trap = await startTrap();
    vi.stubEnv('GCE_METADATA_HOST', trap.host);
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/nowhere/credentials.json');
    const all = callsOf(world.open({ timeouts: longTimeouts }));
    const before = world.server.seen.length;
    await all.stat();
    await all.get();
    await all.list();
    await all.ping();
    await all['put a little']();
    await all.delete();
    await reasonOf(all['put a lot']());
    expect(trap.asked).toEqual([]);
    const asked = world.server.seen.slice(before);
    expect(asked.length).toBeGreaterThan(6);
    expect(asked.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  test.each(callNames)('that are rejected make the bucket unavailable to %s', async (name) => {
    await using trap = await startTrap();
    await using folder = await temporaryFolder();
    const credentialsFile = join(folder.path, 'credentials.json');
    const subject = join(folder.path, 'subject');
    await writeFile(subject, 'somebody');
    await writeFile(
      credentialsFile,
      JSON.stringify({
        type: 'external_account',
        audience: 'nobody',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        token_url: `http://${trap.host}/token`,
        credential_source: { file: subject },
      }),
    );
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', credentialsFile);
    // Otherwise the library tries to detect the project first.
    vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'project');
    await expectUnavailable(callsOf(openGcs({ timeouts: longTimeouts }))[name]());
    expect(trap.asked).toContain('POST /token');
  });

  test.each(callNames)('that are missing make the bucket unavailable to %s', async (name) => {
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/nowhere/credentials.json');
    await expectUnavailable(callsOf(openGcs({ timeouts: shortTimeouts }))[name]());
  });
});

test('a key file that cannot be read fails the start', async () => {
  const openWith = (keyFile: string) =>
    gcsBucket({ bucket: 'bucket', endpoint: undefined, keyFile })(async () => new SystemTimer());
  for (const [keyFile, code] of [
    ['/nowhere/key.json', 'ENOENT'],
    [projectRoot, 'EISDIR'],
  ] as const) {
    const error = await openWith(keyFile).then(
      () => expect.fail('it opened'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect(explainFailure(error)).toBe(
      `The configuration has mistakes:\n  GOOGLE_APPLICATION_CREDENTIALS must name a key file that can be read (${code})`,
    );
  }
  await openWith(join(projectRoot, 'package.json'));
});

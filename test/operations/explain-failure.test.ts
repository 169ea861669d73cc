import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { explainFailure } from '../../bootstrap/explain-failure.ts';
import { listenOn } from '../../adapters/node-server/listener.ts';

const listenAt = (host: string): Promise<unknown> =>
  listenOn(createServer(), 8787, host).then(
    () => expect.fail('it listens'),
    (reason: unknown) => reason,
  );

test('an unknown host is reported in one sentence', async () => {
  expect(explainFailure(await listenAt('nosuch.invalid'))).toMatch(
    /^Cannot listen on nosuch\.invalid \((ENOTFOUND|EAI_AGAIN)\): check HOST$/,
  );
});

test('an address of another machine is reported in one sentence', async () => {
  expect(explainFailure(await listenAt('192.0.2.1'))).toMatch(
    /^Cannot listen on 192\.0\.2\.1:8787 \(EADDRNOTAVAIL\): check HOST and PORT$/,
  );
});

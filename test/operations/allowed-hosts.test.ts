import { describe, expect, test } from 'vitest';
import { readConfig } from '../../bootstrap/config.ts';
import { sendRaw, statusesIn } from '../support/http/raw-socket.ts';
import { serveService } from '../support/service/served-service.ts';

describe('the hosts for which the service answers', () => {
  const hostsOf = (env: Readonly<Record<string, string>>) => readConfig(env).allowedHosts;

  test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1', '::ffff:127.0.0.1'])(
    'are those of this machine and of the public URL on %s',
    (HOST) => {
      expect(hostsOf({ HOST })).toEqual(['localhost']);
      const PUBLIC_URL = 'https://CMS.example.com:8443';
      expect(hostsOf({ HOST, PUBLIC_URL })).toEqual(['cms.example.com']);
    },
  );

  test.each(['0.0.0.0', '::', '10.0.0.5', 'cms.lan'])('are all on %s', (HOST) => {
    expect(hostsOf({ HOST, PUBLIC_URL: 'https://cms.example.com' })).toBe(undefined);
  });

  test.each(['127.0.0.1', '0.0.0.0'])(
    'are those of a list, and of the public URL, on %s',
    (HOST) => {
      const ALLOWED_HOSTS = ' Intern.example. ,10.0.0.5, fd00::1 , [fd00::0002]';
      expect(hostsOf({ HOST, PUBLIC_URL: 'http://[fd00::3]:80', ALLOWED_HOSTS })).toEqual([
        '[fd00::3]',
        'intern.example',
        '10.0.0.5',
        '[fd00::1]',
        '[fd00::2]',
      ]);
    },
  );
});

test('a service on this machine answers only for its hosts', async () => {
  await using service = await serveService({ HOST: 'localhost' });
  const port = new URL(service.url).port;
  const statusOf = async (host: string): Promise<number> => {
    const answer = await sendRaw(
      `http://localhost:${port}`,
      `GET /api HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    return statusesIn(answer)[0] ?? 0;
  };
  expect(await statusOf(`localhost:${port}`)).toBe(200);
  expect(await statusOf('cms.test')).toBe(200);
  expect(await statusOf('rebound.evil.example')).toBe(421);
});

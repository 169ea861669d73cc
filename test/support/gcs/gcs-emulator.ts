import { randomUUID } from 'node:crypto';
import { isDockerAvailable } from '../deployment/docker.ts';
import type { RunningService } from '../services.ts';

const port = 4443;

/** Starts a storage emulator in a container. Returns undefined if no container engine answers. */
export const startGcsEmulator = async (): Promise<RunningService | undefined> => {
  if (!(await isDockerAvailable())) return undefined;
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('fsouza/fake-gcs-server:1.52')
    .withCommand(['-scheme', 'http', '-port', String(port), '-backend', 'memory'])
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp('/_internal/healthcheck', port))
    .start();
  const url = `http://${container.getHost()}:${container.getMappedPort(port)}`;
  // The emulator needs its external URL to build the URLs of resumable uploads.
  await call('PUT', `${url}/_internal/config`, { externalUrl: url });
  return { url, stop: async () => void (await container.stop()) };
};

/** Creates a bucket for one test. @returns its name. */
export const makeBucket = async (url: string): Promise<string> => {
  const name = `bucket-${randomUUID()}`;
  await call('POST', `${url}/storage/v1/b?project=test`, { name });
  return name;
};

const call = async (method: string, url: string, body: object): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`);
};

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** In milliseconds. A socket file can exist while no engine listens on it. */
const timeoutMs = 3_000;

/** Whether a container engine answers. Loads the slow library only if an engine may be running. */
export const isDockerAvailable = async (): Promise<boolean> => {
  if (!process.env['DOCKER_HOST'] && !sockets().some((path) => existsSync(path))) return false;
  const { getContainerRuntimeClient } = await import('testcontainers');
  const answers = getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  try {
    return await Promise.race([answers, timedOut]);
  } finally {
    clearTimeout(timer);
  }
};

const sockets = (): readonly string[] => [
  '/var/run/docker.sock',
  join(process.env['XDG_RUNTIME_DIR'] ?? '/run/user/none', 'docker.sock'),
  join(process.env['XDG_RUNTIME_DIR'] ?? '/run/user/none', 'podman/podman.sock'),
  join(homedir(), '.docker/run/docker.sock'),
];

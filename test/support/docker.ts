import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** In milliseconds. A socket may be there without anybody behind it. */
const patience = 3_000;

/** Whether a container engine answers. The library, which is slow to load, is not asked in vain. */
export const isDockerThere = async (): Promise<boolean> => {
  if (!process.env['DOCKER_HOST'] && !sockets().some((path) => existsSync(path))) return false;
  const { getContainerRuntimeClient } = await import('testcontainers');
  const answers = getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  try {
    return await Promise.race([answers, tooLate]);
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

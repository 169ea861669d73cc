import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * A port that is free at the moment. Not one of those that Linux and macOS give to outgoing connections: such a connection
 * could take it before a server starts, or while it restarts.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 32_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
};

export interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

/** The account for a server that does not run as root: its own, or `nobody`. Undefined if not root. */
export const accountFor = (name: string): UserIds | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] =
    accounts.find(([account]) => account === name) ??
    accounts.find(([account]) => account === 'nobody') ??
    [];
  return uid === undefined || gid === undefined
    ? undefined
    : { uid: Number(uid), gid: Number(gid) };
};

/**
 * Ends the server when the pipe from this process closes, even if this process is killed. Sends SIGCONT
 * too, because a suspended server handles no other signal.
 */
const tether =
  'signal=$1; shift; exec 3<&0; "$0" "$@" </dev/null & server=$!; ' +
  '(cat <&3 >/dev/null; kill -$signal $server; kill -CONT $server) 2>/dev/null & wait $server';

export interface ServerProcess {
  /** The output so far. */
  output(): string;
  hasExited(): boolean;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly folder: string;
  readonly ids: UserIds | undefined;
  /** `INT` by default. */
  readonly stopSignal?: 'INT' | 'TERM';
}

/** Starts a server. It ends with this process at the latest. */
export const startServer = (
  program: string,
  args: readonly string[],
  { folder, ids, stopSignal = 'INT' }: ServerOptions,
): ServerProcess => {
  const child = spawn('sh', ['-c', tether, program, stopSignal, ...args], {
    ...ids,
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return {
    output: () => output,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
};

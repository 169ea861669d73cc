/** A sampled stack, as a tree: the format of `.cpuprofile` files. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** For each sample, the id of the node that was running. */
  readonly samples: readonly number[];
  /** For each sample, the microseconds since the one before. */
  readonly timeDeltas: readonly number[];
}

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    /** From 0. */
    readonly lineNumber: number;
  };
  readonly children?: readonly number[];
}

const intervalMicroseconds = 250;

/**
 * Profiles a process that was started with `--inspect`, while `run` runs.
 *
 * @param output what the process has written: it contains the URL of its inspector.
 */
export const profileWhile = async (
  output: string,
  run: () => Promise<void>,
): Promise<CpuProfile> => {
  const [url] = /ws:\/\/\S+/.exec(output) ?? [];
  if (url === undefined) throw new Error(`The process has no inspector: ${output}`);
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`No connection to ${url}`)));
  });
  let count = 0;
  const call = (method: string, params: object = {}): Promise<{ profile?: CpuProfile }> => {
    count += 1;
    const id = count;
    const { promise, resolve, reject } = Promise.withResolvers<{ profile?: CpuProfile }>();
    const receive = ({ data }: MessageEvent): void => {
      const message = JSON.parse(String(data));
      if (message.id !== id) return;
      socket.removeEventListener('message', receive);
      if (message.error === undefined) resolve(message.result);
      else reject(new Error(`${method}: ${message.error.message}`));
    };
    socket.addEventListener('message', receive);
    socket.send(JSON.stringify({ id, method, params }));
    return promise;
  };
  try {
    await call('Profiler.enable');
    await call('Profiler.setSamplingInterval', { interval: intervalMicroseconds });
    await call('Profiler.start');
    await run();
    const { profile } = await call('Profiler.stop');
    if (profile === undefined) throw new Error('The inspector returned no profile');
    return profile;
  } finally {
    socket.close();
  }
};

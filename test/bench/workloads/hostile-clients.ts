import { parentPort, workerData } from 'node:worker_threads';

/** What costs a service much. */
export interface HostileRequests {
  readonly url: string;
  /** Each client sends them again and again, all at the same time. */
  readonly costly: readonly string[];
  /** A stream that no client reads. */
  readonly stream: string;
}

const clients = 2;
const streamsOfClient = 20;

/** Runs in a thread of its own, so that it does not delay what is measured. It ends when it gets a message. */
const attack = async ({ url, costly, stream }: HostileRequests): Promise<void> => {
  const end = new AbortController();
  const { signal } = end;
  parentPort?.once('message', () => end.abort());
  const request = (path: string, client: number): Promise<Response> =>
    fetch(url + path, { signal, headers: { 'X-Forwarded-For': `198.51.100.${client}` } });
  const again = async (path: string, client: number): Promise<void> => {
    while (!signal.aborted) {
      await request(path, client)
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
    }
  };
  const working = Array.from({ length: clients }, (_, client) => [
    ...costly.map((path) => again(path, client)),
    ...Array.from({ length: streamsOfClient }, () =>
      request(stream, client).catch(() => undefined),
    ),
  ]);
  await Promise.all(working.flat());
};

await attack(workerData as HostileRequests);

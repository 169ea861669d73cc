export interface WatchOptions {
  /** The instances. Each one gets writes, is followed, and is read after every event of any follower. */
  readonly urls: readonly string[];
  /** Of an account that may write. */
  readonly token: string;
  readonly writes: number;
  /** Each one writes to an item of its own, and goes on when all followers have seen its change. */
  readonly writers: number;
}

export interface WatchResult {
  readonly events: number;
  /** Reads that began after an event was received. */
  readonly reads: number;
  /** What those of them showed that were older than the event. */
  readonly stale: readonly string[];
  /** From the request of a write to the arrival of its event at each follower, in milliseconds. */
  readonly delays: readonly number[];
}

interface Item {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

interface Change {
  readonly type: string;
  readonly id: string;
  readonly item?: Item;
}

interface Write {
  readonly sentAt: number;
  /** How many followers have not seen it. */
  missing: number;
  readonly allHaveSeen: () => void;
}

const collection = 'pages';
const list = `/api/content?collection=${collection}&limit=1000`;

/** The life of an item. Readers without an account do not see drafts. */
const steps = ['create', 'update', 'update', 'hide', 'publish', 'update', 'delete'] as const;

/**
 * Writes to all instances in turn and follows the feed of each without an account. When an event arrives, reads the item and a
 * list on every instance: nothing may be older than the event.
 *
 * @throws Error for a response that means something else.
 */
export const watchWrites = async ({
  urls,
  token,
  writes,
  writers,
}: WatchOptions): Promise<WatchResult> => {
  const run = Date.now().toString(36);
  const stop = new AbortController();
  const pending = new Map<string, Write>();
  const stale: string[] = [];
  const delays: number[] = [];
  let [started, reads] = [0, 0];

  const send = async (url: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url + path, { signal: stop.signal, ...init });

  const read = async (url: string, path: string): Promise<unknown> => {
    const response = await send(url, path);
    const body = (await response.json()) as { readonly data?: unknown };
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`GET ${path}: ${JSON.stringify(body)}`);
    return body.data;
  };

  /** Notes what is older than the event. The item changes again only when all followers have read it. */
  const readAfter = async (url: string, { id, item }: Change): Promise<void> => {
    const note = (where: string, shown: Item | undefined): void => {
      reads += 1;
      if (shown?.version === item?.version && shown?.title === item?.title) return;
      stale.push(`${url} ${where}: ${shown?.title} instead of ${item?.title}`);
    };
    const [one, all] = await Promise.all([read(url, `/api/content/${id}`), read(url, list)]);
    note('item', one as Item | undefined);
    note(
      'list',
      (all as readonly Item[]).find((each) => each.id === id),
    );
  };

  const follow = async (url: string): Promise<void> => {
    let after = await cursorOf(await send(url, `/api/changes?collection=${collection}`));
    following();
    while (!stop.signal.aborted) {
      const path = `/api/changes?collection=${collection}&wait=25&after=${after}`;
      const response = await send(url, path);
      const arrivedAt = performance.now();
      const page = (await response.clone().json()) as { readonly data: readonly Change[] };
      after = await cursorOf(response);
      await Promise.all(
        page.data.map(async (change) => {
          const write = pending.get(keyOf(change));
          if (write === undefined) throw new Error(`Unexpected event: ${JSON.stringify(change)}`);
          delays.push(arrivedAt - write.sentAt);
          await Promise.all(urls.map((each) => readAfter(each, change)));
          write.missing -= 1;
          if (write.missing === 0) write.allHaveSeen();
        }),
      );
    }
  };

  const sendAs = async (url: string, method: string, path: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const sent = body && { body: JSON.stringify(body) };
    const response = await send(url, path, { method, headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response;
  };

  const write = async (writer: number): Promise<void> => {
    let id = '';
    for (let turn = 0; started < writes; turn += 1) {
      started += 1;
      const step = steps[turn % steps.length]!;
      const title = `Run ${run}, writer ${writer}, change ${turn}`;
      const { promise, resolve } = Promise.withResolvers<void>();
      const isRemoval = step === 'hide' || step === 'delete';
      const key = isRemoval ? keyOf({ type: 'removed', id }) : title;
      pending.set(key, { sentAt: performance.now(), missing: urls.length, allHaveSeen: resolve });
      const path = step === 'create' ? '/api/content' : `/api/content/${id}`;
      const status = step === 'hide' ? 'draft' : 'published';
      const url = urls[started % urls.length]!;
      const method = { create: 'POST', delete: 'DELETE' }[step as string] ?? 'PUT';
      const body = step === 'delete' ? undefined : { collection, title, status };
      const response = await sendAs(url, method, path, body);
      if (step === 'create') id = ((await response.json()) as { readonly data: Item }).data.id;
      await promise;
      pending.delete(key);
    }
  };

  let waiting = urls.length;
  const { promise: allFollow, resolve: begin } = Promise.withResolvers<void>();
  const following = (): void => {
    waiting -= 1;
    if (waiting === 0) begin();
  };
  await sendAs(urls[0]!, 'PUT', '/api/settings', { publicContent: 'published' });
  const followers = Promise.all(
    urls.map((url) =>
      follow(url).catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      }),
    ),
  );
  const work = async (): Promise<void> => {
    await allFollow;
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  };
  try {
    await Promise.race([work(), followers]);
  } finally {
    stop.abort();
    await followers;
  }
  return { events: delays.length, reads, stale, delays };
};

const keyOf = ({ type, id, item }: Change): string =>
  type === 'upserted' && item !== undefined ? item.title : `${type} ${id}`;

const cursorOf = async (response: Response): Promise<string> => {
  const body = (await response.json()) as { readonly meta?: { readonly cursor: string } };
  if (body.meta === undefined) throw new Error(`The feed: ${JSON.stringify(body)}`);
  return body.meta.cursor;
};

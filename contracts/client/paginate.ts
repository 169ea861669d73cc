/** The most entries of a page. */
const limitMax = 1_000;

interface PageResponse<T> {
  readonly headers?: object;
  readonly body: {
    readonly data: readonly T[];
    readonly meta: { readonly count: number; readonly cursor?: string | undefined };
  };
}

/** The request of a page. The type of the method says what else it must have. */
interface PageRequest {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

type Read<Q, T> = (request: Q) => Promise<PageResponse<T>>;

/**
 * All entries of a list, page by page. Between two pages, others may write: an entry that a new one has moved to the next
 * page appears once; one that a deletion has moved to the page before is missing.
 *
 * @param read a method of the client, for example `client.listContent`.
 * @param request its request. `query.limit` is the size of a page, 100 by default.
 */
export async function* paginate<Q extends PageRequest, T>(
  read: Read<Q, T>,
  request: NoInfer<Q>,
): AsyncGenerator<T> {
  const { query = {} } = request;
  const limit = Math.min(Number(query['limit'] ?? 100), limitMax);
  let seen = new Set<unknown>();
  for (let offset = Number(query['offset'] ?? 0); ; offset += limit) {
    const { headers = {}, body } = await read({ ...request, query: { ...query, limit, offset } });
    const { data } = body;
    for (const entry of data) if (!seen.has(idOf(entry))) yield entry;
    // A large page has no tag, and leaves out what is deleted while it is sent: others may follow.
    const isLast = data.length === 0 || 'ETag' in headers;
    if (data.length < limit && isLast) return;
    seen = new Set(data.map(idOf));
  }
}

/** What identifies an entry: itself if it has no id. */
const idOf = (entry: unknown): unknown => (entry as { readonly id?: unknown } | null)?.id ?? entry;

interface CursorPage {
  readonly meta: { readonly cursor?: string | undefined };
}

/**
 * The responses of a query, page by page, with what `expand` adds beside the items. Whatever others write between two pages,
 * an item whose sorted values stay the same appears exactly once.
 *
 * @param read a method of the client whose answers have cursors: `client.queryContent`.
 */
export async function* pagesByCursor<Q extends PageRequest, P extends CursorPage>(
  read: (request: Q) => Promise<{ readonly body: P }>,
  request: NoInfer<Q>,
): AsyncGenerator<P> {
  let place = {};
  for (;;) {
    const { body } = await read({ ...request, query: { ...request.query, ...place } });
    yield body;
    if (body.meta.cursor === undefined) return;
    place = { after: body.meta.cursor };
  }
}

/** All items of a query: those of {@link pagesByCursor}. */
export async function* paginateByCursor<Q extends PageRequest, T>(
  read: Read<Q, T>,
  request: NoInfer<Q>,
): AsyncGenerator<T> {
  for await (const { data } of pagesByCursor(read, request)) yield* data;
}

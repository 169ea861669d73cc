import type {
  ChangeDto,
  ChangesMetaDto,
  changeOperations,
  Handlers,
} from '../../../contracts/index.ts';
import type { Clock, Signal, UseCases } from '../../../core/index.ts';
import type { Change, ChangePage } from '../../../core/vocabulary.ts';
import { neverCached, timed } from '../answer/read-facts.ts';
import type { RequestContext } from '../request-context.ts';
import { listMetaOf } from './answers/envelope.ts';
import { renderContentItem } from './answers/present-content.ts';
import { asJsonText, renderJson } from './answers/render-json.ts';

export const changeHandlers = (
  { changes }: Pick<UseCases, 'changes'>,
  { clock, isReady }: { readonly clock: Clock; readonly isReady: () => boolean },
): Handlers<typeof changeOperations, RequestContext> => {
  /** Ends what waits for changes when the client has gone, or the service stops. */
  const endOf = ({ isGone }: Pick<RequestContext, 'isGone'>): Signal => ({
    get aborted() {
      return isGone() || !isReady();
    },
  });

  return {
    listChanges: async ({ query, actor, client, elapsedMs, isGone }) => {
      const { value, timing } = await timed(elapsedMs, () =>
        changes.await(actor, { ...query, client }, endOf({ isGone })),
      );
      const meta: ChangesMetaDto = {
        ...listMetaOf(clock, value.changes.length, timing),
        cursor: value.cursor,
        more: value.hasMore,
      };
      const texts = value.changes.map(renderChange);
      return {
        body: asJsonText(`{"data":[${texts.join(',')}],"meta":${renderJson(meta)}}`),
        headers: neverCached,
      };
    },

    streamChanges: async ({ query, headers, actor, client, isGone, reserve }) => {
      const after = headers['Last-Event-ID'] ?? query.after;
      const command = { ...query, client, ...(after !== undefined && { after }) };
      const pages = await changes.follow(actor, command, endOf({ isGone }), reserve);
      return { body: renderEvents(pages), headers: { ...neverCached, 'X-Accel-Buffering': 'no' } };
    },
  };
};

const renderChange = ({ item, ...change }: Change): string => {
  const text = renderJson<Omit<ChangeDto, 'item'>>(change);
  return item === undefined ? text : `${text.slice(0, -1)},"item":${renderContentItem(item)}}`;
};

/** What waits outside of the page, in the buffers of a stream. */
const pieceBytes = 64 * 1024;

const utf8 = new TextEncoder();

/** Each page ends with its cursor alone, which browsers keep without telling the page. */
async function* renderEvents(pages: AsyncIterable<ChangePage>): AsyncGenerator<Uint8Array> {
  for await (const { changes, cursor } of pages) {
    for (const change of changes) yield* piecesOf(eventOf(change.cursor, renderChange(change)));
    yield utf8.encode(`id: ${cursor}\n\n`);
  }
}

function* piecesOf(text: string): Generator<Uint8Array> {
  const bytes = utf8.encode(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** What other programs have stored can contain line breaks between the members. */
const eventOf = (id: string, text: string): string =>
  `id: ${id}\ndata: ${text.replaceAll(/[\r\n]+/g, ' ')}\n\n`;

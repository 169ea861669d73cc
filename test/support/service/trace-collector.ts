import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** 2 for a server, 3 for a client. */
  readonly kind: number;
  readonly attributes: Attributes;
  /** 2 for an error. */
  readonly status: number;
}

/** Receives traces over OTLP/HTTP in JSON. */
export interface TraceCollector extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  readonly spans: () => readonly ReceivedSpan[];
  /** The attributes of what sent the spans. */
  readonly resource: () => Attributes;
  /** Everything that was sent. */
  readonly text: () => string;
}

interface SentAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

interface SentTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly SentAttribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes' | 'status'> & {
        readonly attributes: readonly SentAttribute[];
        readonly status: { readonly code?: number };
      })[];
    }[];
  }[];
}

const attributesOf = (sent: readonly SentAttribute[]): Attributes =>
  Object.fromEntries(
    sent.map(({ key, value: { stringValue, intValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? undefined : Number(intValue)),
    ]),
  );

export const startTraceCollector = async (): Promise<TraceCollector> => {
  const bodies: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/v1/traces') bodies.push(await text(request));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const groups = () => bodies.flatMap((body) => (JSON.parse(body) as SentTraces).resourceSpans);
  return {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    },
    spans: () =>
      groups()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(({ attributes, status, parentSpanId, ...span }) => ({
          ...span,
          parentSpanId: parentSpanId || undefined,
          attributes: attributesOf(attributes),
          status: status.code ?? 0,
        })),
    resource: () => attributesOf(groups()[0]?.resource.attributes ?? []),
    text: () => bodies.join('\n'),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};

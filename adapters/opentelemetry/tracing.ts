import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api';

/** A request whose response has ended. */
interface AnsweredRequest {
  readonly method: string | undefined;
  readonly route: string | undefined;
  /** Undefined if the connection ended before the headers were sent. */
  readonly status: number | undefined;
}

/** What follows from a result. */
export interface Outcome {
  readonly attributes: Attributes;
  /** Undefined for a success. */
  readonly errorType: string | undefined;
}

interface StepOptions<T> {
  /** Must not contain anything that a client sent, or that is stored. */
  readonly name: string;
  readonly attributes?: Attributes;
  readonly describe?: (result: T) => Outcome;
  /** Whether the step has a span also outside of a request. */
  readonly mayBeRoot?: boolean;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined;

/** Makes spans. They contain no path, no query, no address, no header, no value and no message of an error. */
export interface Tracing {
  /** Runs a step, as a span of its own if it belongs to a request. @throws what `work` throws. */
  readonly step: <T>(options: StepOptions<T>, work: () => Promise<T>) => Promise<T>;

  /** Begins a span for each request, in the trace that `traceparent` names. {@link answered} ends it. */
  readonly handler: (handle: Handler) => Handler;

  readonly answered: (answered: AnsweredRequest, request: IncomingMessage) => void;
}

/** Where the span of a request is found. Not a weak map, for the reason in `adapters/koa/app.ts`. */
const spanKey = Symbol('span');
type SpannedRequest = IncomingMessage & { readonly [spanKey]?: Span };

/** Of the semantic conventions for HTTP: others have one name together. */
const knownMethods = /^(?:CONNECT|DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT|QUERY|TRACE)$/;

export const tracingWith = (tracer: Tracer): Tracing => ({
  step: async ({ name, attributes = {}, describe, mayBeRoot = false }, work) => {
    if (!mayBeRoot && trace.getActiveSpan() === undefined) return work();
    return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      try {
        const result = await work();
        const outcome = describe?.(result);
        if (outcome !== undefined) span.setAttributes(outcome.attributes);
        if (outcome?.errorType !== undefined) fail(span, outcome.errorType);
        return result;
      } catch (error) {
        fail(span, errorTypeOf(error));
        throw error;
      } finally {
        span.end();
      }
    });
  },

  handler: (handle) => (request, response) => {
    const { method = '', headers } = request;
    const known = knownMethods.test(method) ? method : '_OTHER';
    const outer = propagation.extract(ROOT_CONTEXT, headers);
    const attributes = { 'http.request.method': known };
    const span = tracer.startSpan('HTTP', { kind: SpanKind.SERVER, attributes }, outer);
    Object.assign(request, { [spanKey]: span });
    return context.with(trace.setSpan(outer, span), handle, undefined, request, response);
  },

  answered: ({ method = '', route, status }, request) => {
    const span = (request as SpannedRequest)[spanKey];
    if (span === undefined) return;
    const known = knownMethods.test(method) ? method : 'HTTP';
    span.updateName(route === undefined ? known : `${known} ${route}`);
    if (route !== undefined) span.setAttribute('http.route', route);
    if (status === undefined) fail(span, 'aborted');
    else span.setAttribute('http.response.status_code', status);
    if (status !== undefined && status >= 500) fail(span, String(status));
    span.end();
  },
});

const fail = (span: Span, type: string): void => {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/** A code, such as those of PostgreSQL, Node and this service: never the message. */
const errorTypeOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error && error.code;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : '_OTHER';
};

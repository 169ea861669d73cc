import { Type, type Static, type TObject } from 'typebox';

const standard =
  'Of the [standard of OpenTelemetry](https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/)';

export const tracingVariables = {
  OTEL_TRACES_EXPORTER: Type.Optional(
    Type.String({
      description: `${standard}. If it is set, and not \`none\`, the service exports [traces](operations/monitoring.md#traces): with \`otlp\` to a collector, with \`console\` to standard output.`,
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      description: `${standard}: the URL of a collector. If it is set, the service exports [traces](operations/monitoring.md#traces).`,
    }),
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Type.Optional(
    Type.String({ description: `${standard}: the same, only for traces.` }),
  ),
  OTEL_SDK_DISABLED: Type.String({
    default: 'false',
    description: `${standard}. \`true\` switches traces off.`,
  }),
  OTEL_SERVICE_NAME: Type.Optional(
    Type.String({
      description: `${standard}: the name of the service in traces, by default \`quoin\`.`,
    }),
  ),
  OTEL_RESOURCE_ATTRIBUTES: Type.Optional(
    Type.String({ description: `${standard}: \`key=value\` pairs that all spans get.` }),
  ),
};

type TracingEnvironment = Static<TObject<typeof tracingVariables>>;

export interface TracingSettings {
  /** Undefined without traces. */
  readonly tracing:
    | {
        /** Undefined if `OTEL_RESOURCE_ATTRIBUTES` names the service. */
        readonly serviceName: string | undefined;
      }
    | undefined;
}

export const readTracing = (environment: TracingEnvironment): TracingSettings => {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_SERVICE_NAME } = environment;
  const exporter =
    OTEL_TRACES_EXPORTER ??
    environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isOff = OTEL_SDK_DISABLED.trim().toLowerCase() === 'true';
  if (exporter === undefined || isOff || exporter.trim() === 'none') return { tracing: undefined };
  const attributes = environment.OTEL_RESOURCE_ATTRIBUTES ?? '';
  const isNamed = /(?:^|,)\s*service\.name=/.test(attributes);
  return { tracing: { serviceName: OTEL_SERVICE_NAME ?? (isNamed ? undefined : 'quoin') } };
};

/** The service as a library: what the package exports as `./bootstrap`. */
export { ConfigError, readConfig, type Config } from './config.ts';
export { explainFailure } from './explain-failure.ts';
export { openService, type Service, type ServiceOptions } from './start/open-service.ts';
export { runService } from './start/run-service.ts';
export { serveHttp, type HttpOptions, type RunningServer } from './start/serve-http.ts';
export type { Extensions } from './wiring.ts';

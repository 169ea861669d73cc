/** The service as a library: what the package exports as `./bootstrap`. */
export {
  loadExtensions,
  type LoadedExtensions,
  type LoadExtensions,
} from './config-file/load-extensions.ts';
export { ConfigError, readConfig, type Config } from './config.ts';
export { defineConfig, type QuoinConfig } from './define-config.ts';
export { explainFailure } from './explain-failure.ts';
export { openService, type Service, type ServiceOptions } from './start/open-service.ts';
export { runService } from './start/run-service.ts';
export { serveHttp, type HttpOptions, type RunningServer } from './start/serve-http.ts';
export type { PortContext, PortFactories, PortFactory } from './ports/port-factories.ts';
export type { Extensions } from './extensions.ts';

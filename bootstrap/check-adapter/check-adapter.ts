import { stat } from 'node:fs/promises';
import type { AdapterCheck, PromiseResult } from '../../adapters/cli/command-host.ts';
import { SystemClock } from '../../adapters/system/system-clock.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { mistakesInPorts } from '../config-file/check-extensions.ts';
import { importConfigFile } from '../config-file/import-config-file.ts';
import { ConfigError, type Config } from '../config.ts';
import {
  portNames,
  type FilePorts,
  type PortFactories,
  type PortFactory,
  type PortName,
} from '../ports/port-factories.ts';
import { commandLog } from '../start/service-log.ts';
import { adapterSuites } from './adapter-suites.ts';
import { freshPorts } from './fresh-ports.ts';
import { runPromise } from './run-promise.ts';

/**
 * Runs the conformance suites of every port for which a file exports a factory.
 *
 * @throws ConfigError when the file exports none; StartError when a factory is faulty, or returns a port that contains
 *   data.
 */
export const checkAdapter = async (
  path: string,
  config: Config,
  check: AdapterCheck,
): Promise<void> => {
  const { store, blobs, keyValue } = await loadFactories(path);
  if (store) await checkPort('store', store, config, check);
  if (blobs) await checkPort('blobs', blobs, config, check);
  if (keyValue) await checkPort('keyValue', keyValue, config, check);
};

const checkPort = async <Name extends PortName>(
  name: Name,
  factory: PortFactory<FilePorts[Name]>,
  config: Config,
  { only = '', signal, onPort, onResult }: AdapterCheck,
): Promise<void> => {
  const { suites, prepare } = adapterSuites[name];
  const promises = suites.flatMap(({ port: suite, cases }) =>
    cases
      .map((each) => ({ suite, promise: each.name, each }))
      .filter((found) => textOf(found).includes(only.toLowerCase())),
  );
  onPort(name, promises.length);
  const timer = new SystemTimer();
  const context = { log: commandLog(config), clock: new SystemClock() };
  const open = freshPorts({ name, factory, prepare, config, context, timer });
  for (const { suite, promise, each } of promises) {
    if (signal.aborted) return;
    const error = await runPromise(each, open, timer);
    onResult({ suite, promise, error });
  }
};

const textOf = ({ suite, promise }: Pick<PromiseResult, 'suite' | 'promise'>): string =>
  `${suite}: ${promise}`.toLowerCase();

/** From a configuration file, or from exports that have the names of the ports. */
const loadFactories = async (path: string): Promise<PortFactories> => {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new ConfigError([`${path}: there is no such file`]);
  const exported = (await importConfigFile(path)) as Readonly<Record<string, unknown>>;
  const configured = exported['default'] as { readonly ports?: unknown } | undefined;
  const ports =
    configured?.ports ??
    Object.fromEntries(
      portNames.flatMap((name) => (name in exported ? [[name, exported[name]]] : [])),
    );
  const mistakes = [...mistakesInPorts(ports)];
  const factories = ports as PortFactories;
  if (mistakes.length === 0 && portNames.every((name) => factories[name] === undefined)) {
    mistakes.push(
      `there is no factory. Export a function named ${portNames.join(', ')}, or a configuration with ports`,
    );
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes.map((text) => `${path}: ${text}`));
  return factories;
};

import { stat } from 'node:fs/promises';
import type { AdapterCheck, PromiseResult } from '../../adapters/cli/command-host.ts';
import { SystemClock } from '../../adapters/system/system-clock.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { storeSteps } from '../../test/conformance/store.ts';
import { mistakesInPorts } from '../config-file/check-extensions.ts';
import { importConfigFile } from '../config-file/import-config-file.ts';
import { ConfigError, type Config } from '../config.ts';
import type { PortFactories, PortName } from '../ports/port-factories.ts';
import { commandLog } from '../start/service-log.ts';
import { adapterSuites, checkedPorts } from './adapter-suites.ts';
import { freshPorts } from './fresh-ports.ts';
import { runPromise } from './run-promise.ts';

/**
 * Runs the conformance suites of every port for which a file exports a factory.
 *
 * @throws ConfigError when the file exports none, or no store for a step; StartError when a factory is faulty, or returns a
 *   port that contains data.
 */
export const checkAdapter = async (
  path: string,
  config: Config,
  check: AdapterCheck,
): Promise<void> => {
  const ports = await loadFactories(path);
  const { step } = check;
  if (step !== undefined && ports.store === undefined) {
    throw new ConfigError([`${path}: only a store has steps, and there is no factory of one`]);
  }
  for (const name of step === undefined ? checkedPorts : (['store'] as const)) {
    await checkPort(name, ports[name], config, check);
  }
};

const checkPort = async <Name extends PortName>(
  name: Name,
  factory: PortFactories[Name],
  config: Config,
  { only, step, signal, onPort, onResult }: AdapterCheck,
): Promise<void> => {
  const found = adapterSuites[name];
  if (factory === undefined || found === undefined) return;
  const { prepare } = found;
  const stepSuites = new Set<unknown>(storeSteps.slice(0, step).flatMap(({ suites }) => suites));
  const suites =
    step === undefined ? found.suites : found.suites.filter((suite) => stepSuites.has(suite));
  const promises = suites
    .flatMap(({ port: suite, cases }) => cases.map((each) => ({ suite, promise: each.name, each })))
    .filter(chosenBy(only));
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

const suiteNames: ReadonlySet<string> = new Set(
  Object.values(adapterSuites).flatMap(({ suites }) =>
    suites.map(({ port }) => port.toLowerCase()),
  ),
);

/** The name of a suite chooses only that suite, and not others whose names contain it. */
const chosenBy = (only = '') => {
  const text = only.toLowerCase();
  return ({ suite, promise }: Pick<PromiseResult, 'suite' | 'promise'>): boolean =>
    suiteNames.has(text)
      ? suite.toLowerCase() === text
      : `${suite}: ${promise}`.toLowerCase().includes(text);
};

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
      // The former name of sharedCache is reported as a mistake.
      [...checkedPorts, 'keyValue'].flatMap((name) =>
        name in exported ? [[name, exported[name]]] : [],
      ),
    );
  const mistakes = [...mistakesInPorts(ports)];
  const factories = ports as PortFactories;
  if (mistakes.length === 0 && checkedPorts.every((name) => factories[name] === undefined)) {
    mistakes.push(
      `there is no factory. Export a function named ${checkedPorts.join(', ')}, or a configuration with ports`,
    );
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes.map((text) => `${path}: ${text}`));
  return factories;
};

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Timer } from '../../core/index.ts';
import type { OpenSubject } from '../../test/conformance/suite.ts';
import type { Config } from '../config.ts';
import { StartError } from '../explain-failure.ts';
import { openPort } from '../ports/open-port.ts';
import type { FilePorts, PortContext, PortFactory, PortName } from '../ports/port-factories.ts';
import { portConfig } from '../ports/port-rows.ts';
import type { AdapterSuites } from './adapter-suites.ts';

export interface FreshPorts<Name extends PortName> {
  readonly name: Name;
  readonly factory: PortFactory<FilePorts[Name]>;
  readonly prepare: AdapterSuites<FilePorts[Name]>['prepare'];
  readonly config: Config;
  readonly context: Omit<PortContext, 'config'>;
  readonly timer: Timer;
}

/**
 * Opens a new port for each case, with a data folder of its own.
 *
 * @throws StartError when the factory is faulty, or the port contains data.
 */
export const freshPorts =
  <Name extends PortName>({
    name,
    factory,
    prepare,
    config,
    context,
    timer,
  }: FreshPorts<Name>): OpenSubject<FilePorts[Name]> =>
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quoin-check-'));
    const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      const settings = portConfig({ ...config, dataDir: folder });
      const port = await openPort(name, factory, { ...context, config: settings }, timer);
      const close = async (): Promise<void> => {
        await port.close?.();
        await remove();
      };
      if ((await prepare(port)) === 'empty') return { subject: port, close };
      await close();
      throw new StartError(
        `The factory ports.${name} must return an empty port at each call, but there is data in it: use the folder config.dataDir, which is new for each call, or a database of its own`,
      );
    } catch (error) {
      await remove();
      throw error;
    }
  };

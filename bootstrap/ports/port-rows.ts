import { SealedKeyValueCache } from '../../adapters/node-crypto/sealed-key-value-cache.ts';
import type { Config } from '../config.ts';
import type { Get, Row } from '../container.ts';
import type { Parts } from '../parts.ts';
import { derivedSecrets } from '../settings/secrets.ts';
import { openPort } from './open-port.ts';
import type { FilePorts, PortConfig, PortFactories, PortName } from './port-factories.ts';

/** The rows of the wiring that ports of the configuration file replace. */
export type PortRows = {
  readonly [Name in 'store' | 'files' | 'shared']?: Row<Parts, Parts[Name]>;
};

export const portRows = (config: Config, { store, blobs, keyValue }: PortFactories): PortRows => {
  const open = async <Name extends PortName>(
    name: Name,
    factory: PortFactories[Name] & object,
    get: Get<Parts>,
  ): Promise<FilePorts[Name]> =>
    openPort(
      name,
      factory,
      { config: portConfig(config), log: await get('log'), clock: await get('clock') },
      await get('timer'),
    );
  return {
    ...(store && { store: (get) => open('store', store, get) }),
    ...(blobs && {
      files: async (get) => {
        const port = await open('blobs', blobs, get);
        return {
          blobs: port,
          probe: port.health ?? { ping: async () => void (await port.stat(probedKey)) },
          close: async () => port.close?.(),
        };
      },
    }),
    ...(keyValue && {
      shared: async (get) => {
        const port = await open('keyValue', keyValue, get);
        return {
          cache: new SealedKeyValueCache(port, derivedSecrets(await get('secret'), 'key value')),
          probe: port.health ?? { ping: async () => void (await port.get(probedKey)) },
          close: async () => port.close?.(),
        };
      },
    }),
  };
};

/** Looked up by the health check of a port that has none of its own. No object and no entry has this key. */
const probedKey = 'health';

/** Without secrets: a factory of another author gets no password of the service. */
export const portConfig = (config: PortConfig): PortConfig => {
  const { dataDir, publicUrl, mediaBaseUrl, uploadMaxBytes, workers } = config;
  return Object.freeze({ dataDir, publicUrl, mediaBaseUrl, uploadMaxBytes, workers });
};

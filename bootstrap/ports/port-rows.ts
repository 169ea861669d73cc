import { SealedKeyValueCache } from '../../adapters/node-crypto/sealed-key-value-cache.ts';
import type { Config } from '../config.ts';
import type { Get, Row } from '../container.ts';
import type { Bindings } from '../bindings.ts';
import { derivedSecrets } from '../settings/secrets.ts';
import { openPort } from './open-port.ts';
import type {
  FilePorts,
  PortConfig,
  PortExtras,
  PortFactories,
  PortName,
} from './port-factories.ts';
import { portNames } from './port-members.ts';

/** The rows of the wiring that replaced ports take. */
export type PortRows = { readonly [Name in PortName]?: Row<Bindings, FilePorts[Name]> };

/** What opens other ports. Factories of them get the built-in ones. */
export type BasicRows = {
  readonly [Name in 'log' | 'clock' | 'timer']: () => Bindings[Name];
};

export const portRows = (config: Config, ports: PortFactories, basics: BasicRows): PortRows => {
  const rowOf =
    <Name extends PortName>(name: Name, factory: PortFactories[Name] & object) =>
    async (get: Get<Bindings>): Promise<FilePorts[Name]> => {
      const basic: Get<BasicBindings> = name in basics ? async (each) => basics[each]() : get;
      const context = { log: await basic('log'), clock: await basic('clock') };
      const timer = await basic('timer');
      return openPort(name, factory, { config: portConfig(config), ...context }, timer);
    };
  const rows: PortRows = Object.fromEntries(
    portNames.flatMap((name) => {
      const { [name]: factory } = ports;
      return factory === undefined ? [] : [[name, rowOf(name, factory)]];
    }),
  );
  const { sharedCache } = rows;
  return {
    ...rows,
    ...(sharedCache && {
      sharedCache: async (get) => {
        const [cache, secret] = [await sharedCache(get), await get('secret')];
        return withExtras(
          new SealedKeyValueCache(cache, derivedSecrets(secret, 'key value')),
          cache,
        );
      },
    }),
  };
};

type BasicBindings = Pick<Bindings, keyof BasicRows>;

/** Gives a wrapper the probe and the end of the port inside. */
export const withExtras = <Port extends object>(
  wrapper: Port,
  port: PortExtras,
): Port & PortExtras => {
  const { health } = port;
  return Object.assign(wrapper, {
    ...(health && { health }),
    close: async () => port.close?.(),
  });
};

/** Without secrets: a factory of another author gets no password of the service. */
export const portConfig = (config: PortConfig): PortConfig => {
  const { dataDir, publicUrl, mediaBaseUrl, uploadMaxBytes, workers } = config;
  return Object.freeze({ dataDir, publicUrl, mediaBaseUrl, uploadMaxBytes, workers });
};

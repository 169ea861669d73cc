import { resolve } from 'node:path';
import { Type, type Static, type TObject } from 'typebox';

export const configFileVariables = {
  QUOIN_CONFIG: Type.Optional(
    Type.String({
      description:
        'The [configuration file](configuration-file.md), with hooks and ports. Without it, the service loads `quoin.config.ts`, `quoin.config.js` or `quoin.config.mjs` from the working folder, if there is one. The option `--config` of the commands takes precedence.',
    }),
  ),
};

type ConfigFileEnvironment = Static<TObject<typeof configFileVariables>>;

export interface ConfigFileSettings {
  /** Absolute. Undefined to look for the file in the working folder. */
  readonly configFile: string | undefined;
}

export const readConfigFile = ({ QUOIN_CONFIG }: ConfigFileEnvironment): ConfigFileSettings => ({
  configFile: QUOIN_CONFIG === undefined ? undefined : resolve(QUOIN_CONFIG),
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import {
  settingsSchema,
  userSchema,
  webhookSchema,
  type SettingsDto,
  type UserDto,
} from '../../../contracts/index.ts';
import { CommandError } from '../command-errors.ts';
import { archiveFiles } from './archive.ts';
import type { Administration, DecidedWebhook } from './targets/administration.ts';

/** What an export contains of the administration of a service. Secrets are no part of it. */
export interface Setup {
  readonly settings: Partial<SettingsDto>;
  readonly webhooks: readonly DecidedWebhook[];
  /** The roles in single collections of each account that has any. */
  readonly permissions: readonly Pick<UserDto, 'email' | 'permissions'>[];
}

export const readSetupOf = async (source: Administration): Promise<Setup> => ({
  settings: await source.settings(),
  webhooks: (await source.webhooks())
    .map(({ name, url, kind, events, collections, locales, onlyPublished, debounceSeconds }) => ({
      name,
      url,
      kind,
      events,
      collections,
      ...(locales !== undefined && locales.length > 0 && { locales }),
      onlyPublished,
      debounceSeconds,
    }))
    .toSorted((a, b) => (`${a.name} ${a.url}` < `${b.name} ${b.url}` ? -1 : 1)),
  permissions: (await source.users())
    .filter(({ permissions }) => permissions.length > 0)
    .map(({ email, permissions }) => ({ email, permissions }))
    .toSorted((a, b) => (a.email < b.email ? -1 : 1)),
});

/** Only its owner can read the file: the address of a webhook can be a secret. */
export const writeSetup = (folder: string, setup: Setup): Promise<void> =>
  writeFile(join(folder, archiveFiles.setup), `${JSON.stringify(setup, undefined, 2)}\n`, {
    flag: 'wx',
    flush: true,
    mode: 0o600,
  });

const { email, permissions } = userSchema.properties;
const { name, url, kind, events, collections, onlyPublished, debounceSeconds } =
  webhookSchema.properties;
const webhook = { name, url, kind, events, collections, onlyPublished, debounceSeconds };
const setupSchema = {
  type: 'object',
  properties: {
    settings: { type: 'object', properties: settingsSchema.properties },
    webhooks: {
      type: 'array',
      items: {
        type: 'object',
        properties: { ...webhook, locales: webhookSchema.properties.locales },
        required: Object.keys(webhook),
      },
    },
    permissions: {
      type: 'array',
      items: {
        type: 'object',
        properties: { email, permissions },
        required: ['email', 'permissions'],
      },
    },
  },
  required: ['settings', 'webhooks', 'permissions'],
};

/** @throws CommandError for a file that no export writes. */
export const readSetup = async (folder: string): Promise<Setup> => {
  const path = join(folder, archiveFiles.setup);
  const isSetup = new Ajv({
    meta: false,
    validateSchema: false,
    validateFormats: false,
  }).compile<Setup>(setupSchema);
  const value = parseJson(await readFile(path, 'utf8'));
  if (isSetup(value)) return value;
  throw new CommandError(`${path} does not contain the settings of an export.`);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

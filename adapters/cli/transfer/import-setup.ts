import {
  ApiError,
  presentSettings,
  type SettingsDto,
  type UserDto,
} from '../../../contracts/index.ts';
import { isDomainError, settingDefaults } from '../../../core/vocabulary.ts';
import type { ImportRun } from './import-run.ts';
import type { Setup } from './setup.ts';
import type { DecidedWebhook } from './targets/administration.ts';
import type { ImportTarget } from './targets/transfer-target.ts';

type SetupRun = Pick<ImportRun, 'target' | 'report' | 'findings' | 'isDryRun' | 'settings'>;

/**
 * Imports settings, webhooks and roles in single collections: all of them if they are asked for or the service is new, that
 * is without content and with the settings of a new one. Otherwise only what makes less public.
 *
 * @param setup undefined for an export of an earlier version, which has none.
 * @param names the names of the collections in the service, by their names in the export.
 */
export const importSetup = async (
  setup: Setup | undefined,
  names: ReadonlyMap<string, string>,
  run: SetupRun,
): Promise<void> => {
  const { target, findings } = run;
  const here = await target.administration.settings();
  if (setup === undefined) {
    if (here.publicContent === 'all') findings.note([draftsArePublic]);
    return;
  }
  const asked = run.settings ?? (await isNew(here, run));
  if (!asked) return keepSettings(setup, here, run);
  await replaceSettings(setup.settings, here, run);
  await createWebhooks(setup.webhooks, names, run);
  await setPermissions(setup.permissions, names, run);
};

const draftsArePublic =
  'The export has no settings, and publicContent is "all" here: everybody can read the drafts. Set it to "published" if they must not.';

const isNew = async (here: SettingsDto, { target }: Pick<ImportRun, 'target'>): Promise<boolean> =>
  JSON.stringify(here) === JSON.stringify(presentSettings(settingDefaults)) &&
  (await target.administration.isEmpty());

type Changes = readonly (keyof SettingsDto)[];

const differences = (settings: Setup['settings'], here: SettingsDto): Changes =>
  (Object.keys(here) as (keyof SettingsDto)[]).filter(
    (name) =>
      settings[name] !== undefined && JSON.stringify(settings[name]) !== JSON.stringify(here[name]),
  );

const listed = (names: readonly string[]): string => names.join(', ');

/** The service keeps its own settings, but what is hidden at the source stays hidden. */
const keepSettings = async (
  { settings, webhooks, permissions }: Setup,
  here: SettingsDto,
  { target, findings, isDryRun }: SetupRun,
): Promise<void> => {
  const different = differences(settings, here);
  const hides = different.includes('publicContent') && settings.publicContent === 'published';
  if (hides) {
    if (!isDryRun) await target.administration.updateSettings({ publicContent: 'published' });
    findings.note([
      `publicContent ${isDryRun ? 'would change' : 'has changed'} from "all" to "published", as in the export: only published items are public.`,
    ]);
  }
  const rest = different.filter((name) => !(hides && name === 'publicContent'));
  const left = [
    ...rest,
    ...((await newWebhooks(webhooks, target)).length > 0 ? ['the webhooks'] : []),
    ...((await newPermissions(permissions, target)).some(({ user }) => user !== undefined)
      ? ['the roles in single collections']
      : []),
  ];
  if (left.length > 0) {
    findings.note([
      `This service is not new and keeps its own settings. Of the export, these are not imported: ${listed(left)}. --settings imports them.`,
    ]);
  }
};

const replaceSettings = async (
  settings: Setup['settings'],
  here: SettingsDto,
  { target, report, findings, isDryRun }: SetupRun,
): Promise<void> => {
  const set: string[] = [];
  for (const name of differences(settings, here)) {
    const change = { [name]: settings[name] };
    const failure = isDryRun
      ? undefined
      : await failureOf(() => target.administration.updateSettings(change));
    if (failure === undefined) set.push(`${name} ${JSON.stringify(settings[name])}`);
    else report.skip(`the setting ${name}`, failure);
  }
  if (set.length > 0) {
    findings.note([`Settings ${isDryRun ? 'to set' : 'set'}, as in the export: ${listed(set)}.`]);
  }
};

/** The webhooks that the service does not have. */
const newWebhooks = async (
  webhooks: Setup['webhooks'],
  { administration }: ImportTarget,
): Promise<readonly DecidedWebhook[]> => {
  const stored = webhooks.length === 0 ? [] : await administration.webhooks();
  return webhooks.filter(
    ({ name, url }) => !stored.some((each) => each.name === name && each.url === url),
  );
};

/** The roles of people who have none in single collections here, with the account here. */
const newPermissions = async (
  permissions: Setup['permissions'],
  { administration }: ImportTarget,
): Promise<readonly (Setup['permissions'][number] & { readonly user: UserDto | undefined })[]> => {
  if (permissions.length === 0) return [];
  const users = new Map((await administration.users()).map((user) => [user.email, user]));
  return permissions
    .map((each) => ({ ...each, user: users.get(each.email) }))
    .filter(({ user }) => user === undefined || user.permissions.length === 0);
};

const createWebhooks = async (
  webhooks: Setup['webhooks'],
  names: ReadonlyMap<string, string>,
  { target, report, findings, isDryRun }: SetupRun,
): Promise<void> => {
  const created: string[] = [];
  for (const webhook of await newWebhooks(webhooks, target)) {
    const { name } = webhook;
    const collections = webhook.collections.map((each) => names.get(each) ?? each);
    const failure = isDryRun
      ? undefined
      : await failureOf(() => target.administration.createWebhook({ ...webhook, collections }));
    if (failure === undefined) created.push(name);
    else report.skip(`the webhook '${name}'`, failure);
  }
  if (created.length === 0) return;
  const verb = isDryRun ? 'to create' : 'created';
  findings.note([
    `Webhooks ${verb}, switched off and with new secrets: ${listed(created)}. Give each receiver its new secret, then switch the webhook on.`,
  ]);
};

/** An account that has roles in single collections here keeps them. */
const setPermissions = async (
  permissions: Setup['permissions'],
  names: ReadonlyMap<string, string>,
  { target, report, findings, isDryRun }: SetupRun,
): Promise<void> => {
  const set: string[] = [];
  const missing: string[] = [];
  for (const { email, permissions: exported, user } of await newPermissions(permissions, target)) {
    if (user === undefined) {
      missing.push(email);
      continue;
    }
    const own = exported.map(({ collection, role }) => ({
      collection: names.get(collection) ?? collection,
      role,
    }));
    const failure = isDryRun
      ? undefined
      : await failureOf(() => target.administration.setPermissions(user.id, own));
    if (failure === undefined) set.push(email);
    else report.skip(`the roles of ${email}`, failure);
  }
  findings.note([
    ...(set.length === 0
      ? []
      : [`Roles in single collections ${isDryRun ? 'to set' : 'set'} for: ${listed(set)}.`]),
    ...(missing.length === 0
      ? []
      : [
          `No account here has these e-mail addresses, whose roles in single collections are not set: ${listed(missing)}. Create the accounts and import again with --settings.`,
        ]),
  ]);
};

/** @returns why the service rejects a change; undefined if it does not. */
const failureOf = async (change: () => Promise<void>): Promise<string | undefined> => {
  try {
    await change();
    return undefined;
  } catch (error) {
    const isRejected =
      isDomainError(error) || (error instanceof ApiError && [400, 404, 409].includes(error.status));
    if (!isRejected) throw error;
    const [issue] = error.issues ?? [];
    return issue === undefined
      ? error.message
      : `${error.message} (${issue.path} ${issue.message})`;
  }
};

import { ApiError, presentSettings, type SettingsDto } from '../../../contracts/index.ts';
import { defaultSettings, isDomainError } from '../../../core/index.ts';
import type { ImportRun } from './import-run.ts';
import type { Setup } from './setup.ts';
import type { DecidedWebhook } from './targets/administration.ts';

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
  JSON.stringify(here) === JSON.stringify(presentSettings(defaultSettings)) &&
  (await target.administration.isEmpty());

type Changes = readonly (keyof SettingsDto)[];

const differences = (settings: Setup['settings'], here: SettingsDto): Changes =>
  (Object.keys(here) as (keyof SettingsDto)[]).filter(
    (name) => settings[name] !== undefined && settings[name] !== here[name],
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
    ...(webhooks.length > 0 ? ['the webhooks'] : []),
    ...(permissions.length > 0 ? ['the roles in single collections'] : []),
  ];
  if (rest.length > 0 || (different.length > 0 && left.length > 0)) {
    findings.note([
      `This service keeps its own settings: ${listed(left)} of the export ${left.length === 1 ? 'is' : 'are'} not imported. --settings imports them.`,
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

const createWebhooks = async (
  webhooks: Setup['webhooks'],
  names: ReadonlyMap<string, string>,
  { target, report, findings, isDryRun }: SetupRun,
): Promise<void> => {
  const stored = webhooks.length === 0 ? [] : await target.administration.webhooks();
  const isStored = ({ name, url }: DecidedWebhook): boolean =>
    stored.some((each) => each.name === name && each.url === url);
  const created: string[] = [];
  for (const webhook of webhooks.filter((each) => !isStored(each))) {
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
  if (permissions.length === 0) return;
  const users = new Map((await target.administration.users()).map((user) => [user.email, user]));
  const set: string[] = [];
  const missing: string[] = [];
  for (const { email, permissions: exported } of permissions) {
    const user = users.get(email);
    if (user === undefined) missing.push(email);
    if (user === undefined || user.permissions.length > 0) continue;
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

import type { AuditEntryDto } from '../../../../contracts/operations/audit.ts';
import { counted, type Forms } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import type { AuditQuery } from './read-audit.ts';

type Action = AuditEntryDto['action'];
type Resource = NonNullable<NonNullable<AuditQuery>['resource']>;

const texts: Readonly<Record<Action, string>> = t.audit.actions;
const many: Partial<Readonly<Record<Action, (count: string) => Forms>>> = t.audit.many;

/** What was done, for people. */
export const actionText = (action: Action): string => texts[action];

/** “Published 50 items”: the same done to many; undefined for what is not done to many in one go. */
export const manyText = (action: Action, count: number): string | undefined => {
  const formsOf = many[action];
  return formsOf && counted(count, formsOf);
};

const { resources } = t.audit;

/** Groups of operations, in the order in which the filter offers them. */
const resourceNames: Readonly<Record<Resource, string>> = {
  content: t.common.content,
  draft: resources.draft,
  schedule: t.common.schedule,
  comment: t.common.comments,
  history: t.history.title,
  preview: resources.preview,
  media: t.common.media,
  collection: t.common.collections,
  redirect: t.common.redirects,
  view: resources.view,
  user: t.common.users,
  invitation: resources.invitation,
  session: resources.session,
  token: resources.token,
  webhook: t.common.webhooks,
  mail: resources.mail,
  settings: t.common.settings,
  locales: t.common.languages,
  plugin: resources.plugin,
  export: resources.export,
};

/** What the filter offers. */
export const resourceTexts: readonly (readonly [string, string])[] = Object.entries(resourceNames);

import type { AuditEntryDto } from '../../../../contracts/operations/audit.ts';
import { counted, type Forms } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';

type Action = AuditEntryDto['action'];

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

/** Groups of operations that the filter offers. */
export const resourceTexts = [
  ['content', t.common.content],
  ['draft', resources.draft],
  ['schedule', t.common.schedule],
  ['comment', t.common.comments],
  ['preview', resources.preview],
  ['media', t.common.media],
  ['collection', t.common.collections],
  ['user', t.common.users],
  ['invitation', resources.invitation],
  ['session', resources.session],
  ['token', resources.token],
  ['webhook', t.common.webhooks],
  ['mail', resources.mail],
  ['settings', t.common.settings],
  ['locales', t.common.languages],
  ['plugin', resources.plugin],
  ['export', resources.export],
] as const;

import { permissionTable, type Reach, type Role, type RoleAction } from '../../core/index.ts';

/** Words and limits of the core that clients show and check while the user types. The service decides. */
export {
  candidatesMax,
  comparisonOf,
  conditionTextMax,
  constraintsOf,
  debounceRange,
  defaultFolder,
  deletionRules,
  expandedFieldsMax,
  isResizable,
  isSearched,
  mediaKinds,
  noteMaxLength,
  offeredConstraints,
  passwordMaxBytes,
  passwordMinLength,
  publicNameOf,
  queryLimits,
  queryMaxLength,
  readUuid,
  roles,
  schemaFields,
  settingGroups,
  settingRows,
  settingDefaults,
  shapeOf,
  simpleLanguage,
  summaryIdsMax,
  tokenLifetimes,
  utf8Length,
  webhookEventTypes,
  type DeletionRule,
  type FieldShape,
  type FieldType,
  type MediaKind,
  type Reach,
  type Role,
  type RoleAction,
  type Setting,
  type SettingGroup,
  type SettingName,
  type TokenLifetime,
  type ValueKind,
  type WebhookEventType,
  type WebhookKind,
} from '../../core/index.ts';

/**
 * How far a role reaches: everything, only what the caller created, or nothing. Clients use it to show
 * only what would succeed; the service decides.
 */
export const reachOf = (role: Role, action: RoleAction): Reach => permissionTable[role][action];

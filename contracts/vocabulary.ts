/** Words and limits of the core that clients show and check while the user types. The service decides. */
export {
  constraintsOf,
  defaultFolder,
  isResizable,
  mediaKinds,
  passwordMaxBytes,
  passwordMinLength,
  roles,
  shapeOf,
  tokenLifetimes,
  utf8Length,
  type FieldShape,
  type FieldType,
  type MediaKind,
  type Role,
  type TokenLifetime,
} from '../core/index.ts';

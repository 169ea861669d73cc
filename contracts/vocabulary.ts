/** Words and limits of the core that clients show and check while the user types. The service decides. */
export {
  defaultFolder,
  mediaKinds,
  passwordMaxBytes,
  passwordMinLength,
  roles,
  tokenLifetimes,
  utf8Length,
  type MediaKind,
  type Role,
  type TokenLifetime,
} from '../core/index.ts';

/** The steps of the schema, oldest first. */
export const migrationNames = [
  '0001-initial',
  '0002-history',
  '0003-trash',
  '0004-copies',
  '0005-schedules',
  '0006-receipts',
  '0007-slugs',
  '0008-references',
  '0009-search',
  '0010-queries',
  '0011-previews',
  '0012-singletons',
  '0013-permanent-deletion',
  '0014-copy-search',
  '0015-media-focus',
  '0016-number-keys',
] as const;

/** The steps of the schema, oldest first. */
export const migrationNames = [
  '0001-initial',
  '0002-data-bytes',
  '0003-summary-indexes',
  '0004-title-search',
  '0005-leases',
  '0006-confirmed-blocks',
  '0007-content-generations',
  '0008-truncated-titles',
  '0009-outside-writes',
  '0010-composed-slugs',
] as const;

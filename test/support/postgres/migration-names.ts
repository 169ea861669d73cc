/**
 * The beginning of the SHA-256 of the SQL of each step of the schema, oldest first. Once a step is in the main branch, a
 * database somewhere may have taken it: then write a new step instead of changing it.
 */
export const migrationDigests: Readonly<Record<string, string>> = {
  '0001-initial': '1543189e33b5dfab',
  '0002-history': '4f2778252832456a',
  '0003-trash': 'e207faf51748f5a0',
  '0004-copies': '0c850748cad50173',
  '0005-schedules': '7f5bea92f0570ba6',
  '0006-receipts': 'b6f2c47898c27755',
  '0007-slugs': 'c868ebd9a42ce6e2',
  '0008-references': '9ebcb354ff9960a3',
  '0009-search': 'f99966e078de9bbc',
  '0010-queries': '6342083111b50f89',
  '0011-previews': 'e1d3901bd54a1e90',
  '0012-singletons': '7b8d173e8dca4e85',
  '0013-history-removal': 'a2b8faa9dd6a1db5',
  '0014-copy-search': '8589e91538b4db15',
  '0015-media-focus': 'fc9277604d7e3c57',
  '0016-number-keys': 'cdd96b6f405f8e7d',
  '0017-permanent-deletion': '55f5f19d0394c971',
  '0018-search-span': '43dae94f5da11304',
  '0019-feed': 'caad2766e173adf7',
  '0020-webhooks': '870348a517f56222',
  '0021-audit': '85b0fbbd26f58508',
  '0022-published-times': 'e6e1480b6e782e47',
  '0023-query-members': 'c32530a50a2ab4e6',
  '0024-visibility-changes': 'd991e13798534fe2',
  '0025-claims': 'f5be45167f3c91d4',
  '0026-webhook-attempts': '019792bb9ca5d3fd',
  '0027-search-words': '6f9cf35be7698c72',
  '0031-folded-letters': '26bda147d1c68e9c',
  '0034-seen-slugs': '49e65bed1a81be95',
  '0035-search-progress': 'f948838af10856f4',
  '0036-words': '1f73021ea2825222',
  '0037-readers': 'f5a07ebe2651e32c',
};

/** The steps of the schema, oldest first. */
export const migrationNames: readonly string[] = Object.keys(migrationDigests);

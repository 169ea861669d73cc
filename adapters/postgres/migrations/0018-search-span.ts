/**
 * Lets PostgreSQL inline the function of the spans of time, of which each write calls several. A function with a search path
 * of its own is never inlined. This one needs none, because only functions that have one call it.
 */
export const searchSpanMigration = {
  name: '0018-search-span',
  sql: `
alter function content_search_span reset search_path;
`,
};

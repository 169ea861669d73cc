/**
 * What readers could see when an event happened is known if no event of the type `visibility` came later. There are few of
 * them among the others.
 */
export const visibilityChangesMigration = {
  name: '0024-visibility-changes',
  sql: `
create index outbox_visibility_idx on outbox (feed_position) where event ->> 'type' = 'visibility';
`,
};

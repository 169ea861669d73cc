/** The steps of the schema, oldest first. */
export const migrationNames = ['0001-initial', '0002-history', '0003-trash'] as const;

/** The steps of the schema, oldest first. */
export const migrationNames = ['0001-initial', '0002-history'] as const;

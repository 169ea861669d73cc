/** One step from an older schema to a newer one. Steps only go forward. */
export interface SchemaMigration {
  /** Sorts after the names of all earlier steps; never changed once released. */
  readonly name: string;
  /** One or many statements, all of which may run in one transaction. */
  readonly sql: string;
}

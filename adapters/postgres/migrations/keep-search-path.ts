/**
 * SQL that keeps the search path of functions. Tools such as pg_restore change content under another one, and PostgreSQL
 * builds indexes under another one.
 */
export const keepSearchPath = (...functions: readonly string[]): string => {
  const statements = functions.map(
    (name) =>
      `  execute format('alter function ${name} set search_path = %I, pg_temp', current_schema());`,
  );
  return ['do $do$ begin', ...statements, 'end $do$;'].join('\n');
};

/**
 * Makes the texts of numbers in the indexes of unique values and of lists independent of the session that writes. With a
 * lower `extra_float_digits` than the default of PostgreSQL, 0.3 and 0.30000000000000004 were one text.
 *
 * If the role or the database of the service has a lower value, entries may be wrong: then the service builds these
 * indexes anew.
 */
export const numberKeysMigration = {
  name: '0016-number-keys',
  sql: `
alter function content_unique_value set extra_float_digits = 1;
alter function content_list_keys set extra_float_digits = 1;
alter function content_with_values set extra_float_digits = 1;

do $do$
declare name text;
begin
  if (select reset_val::integer from pg_settings where pg_settings.name = 'extra_float_digits') >= 1 then
    return;
  end if;
  for name in
    select indexrelid::regclass::text from pg_index where indrelid = 'content'::regclass
      and pg_get_indexdef(indexrelid) ~ 'content_(unique_value|list_keys)[(].*''(number|moment)'''
  loop
    execute format('drop index %s', name);
  end loop;
end $do$;
`,
};

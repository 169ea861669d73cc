import type { Knex } from 'knex';

/**
 * Each query returns lines, one for each thing that the catalog knows of the schema `public`. Columns count in their order, but
 * not the gaps that dropped columns leave.
 */
const descriptions: readonly string[] = [
  `select format('relation %s kind=%s persistence=%s options=%s toast=%s security=%s%s replica=%s acl=%s',
      each.relname, each.relkind, each.relpersistence, each.reloptions, toast.reloptions,
      each.relrowsecurity, each.relforcerowsecurity, each.relreplident, each.relacl) as line
    from pg_class each left join pg_class toast on toast.oid = each.reltoastrelid
    where each.relnamespace = 'public'::regnamespace and each.relkind not in ('i', 'I')`,
  `select format('column %s %s %s type=%s collation=%s required=%s default=%s generated=%s identity=%s '
        'storage=%s compression=%s statistics=%s options=%s acl=%s',
      relname, row_number() over (partition by attrelid order by attnum), attname,
      format_type(atttypid, atttypmod), collname, attnotnull, pg_get_expr(adbin, adrelid), attgenerated,
      attidentity, attstorage, attcompression, attstattarget,
      -- Some servers store options of their own.
      (select array_agg(each order by each) from unnest(attoptions) each where each like 'n_distinct%'), attacl)
    from pg_attribute
      join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      left join pg_collation on pg_collation.oid = attcollation
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`,
  `select format('constraint %s %s %s validated=%s', conrelid::regclass, conname,
      pg_get_constraintdef(oid), convalidated)
    from pg_constraint where connamespace = 'public'::regnamespace`,
  `select format('index %s options=%s valid=%s clustered=%s replica=%s statistics=%s',
      pg_get_indexdef(indexrelid), reloptions, indisvalid, indisclustered, indisreplident,
      (select array_agg(attstattarget order by attnum) from pg_attribute where attrelid = indexrelid))
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace`,
  `select format('function acl=%s %s', proacl, pg_get_functiondef(oid))
    from pg_proc where pronamespace = 'public'::regnamespace and prokind <> 'a'`,
  `select format('trigger %s enabled=%s', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal`,
  `select format('sequence %s %s %s..%s start=%s by=%s cycles=%s cache=%s of=%s', relname,
      format_type(seqtypid, null), seqmin, seqmax, seqstart, seqincrement, seqcycle, seqcache,
      (select format('%s %s %s', refobjid::regclass, refobjsubid, deptype) from pg_depend
        where classid = 'pg_class'::regclass and objid = seqrelid and refobjsubid > 0))
    from pg_sequence join pg_class on pg_class.oid = seqrelid
    where relnamespace = 'public'::regnamespace`,
  `select format('statistics %s', pg_get_statisticsobjdef(oid))
    from pg_statistic_ext where stxnamespace = 'public'::regnamespace`,
  `select format('type %s %s %s', typname, typtype, format_type(typbasetype, typtypmod))
    from pg_type where typnamespace = 'public'::regnamespace and typrelid = 0 and typelem = 0`,
  `select format('comment %s: %s', identity, description)
    from pg_description, pg_identify_object(classoid, objoid, objsubid)
    where schema = 'public'`,
];

const statement = `${descriptions.join('\nunion all\n')}\norder by line`;

/**
 * Describes the schema `public`: tables, columns, constraints, indexes, functions, triggers, sequences, statistics, types,
 * comments and rights. Two databases of one server have equal schemas if this returns the same for both.
 */
export const describedSchema = async (knex: Knex): Promise<readonly string[]> => {
  const { rows } = await knex.raw<{ readonly rows: readonly { readonly line: string }[] }>(
    statement,
  );
  return rows.map(({ line }) => line);
};

/** The words of PartiQL as DynamoDB knows it. */
export const startWords = ['SELECT', 'INSERT INTO', 'UPDATE', 'DELETE FROM', 'EXISTS('] as const

export const functionWords = [
  'attribute_type',
  'begins_with',
  'contains',
  'size',
  'list_append',
  'set_add',
  'set_delete',
] as const

export const operatorWords = [
  'FROM',
  'WHERE',
  'AND',
  'OR',
  'NOT',
  'IN',
  'IS',
  'BETWEEN',
  'ORDER BY',
  'ASC',
  'DESC',
  'SET',
  'REMOVE',
  'VALUE',
  'RETURNING ALL OLD *',
  'RETURNING ALL NEW *',
  'RETURNING MODIFIED OLD *',
  'RETURNING MODIFIED NEW *',
] as const

/** For colours. */
export const keywordText =
  'select from where and or not in is between order by asc desc insert into value update set remove ' +
  'delete returning all modified old new exists missing'

/** Words that are names only in double quotes. */
const reserved = `
absolute action add all allocate alter and any are as asc assertion at authorization avg begin between bit
bit_length by cascade cascaded case cast catalog char character character_length char_length check close coalesce
collate collation column commit connect connection constraint constraints continue convert corresponding count
create cross current current_date current_time current_timestamp current_user cursor date deallocate dec decimal
declare default deferrable deferred delete desc describe descriptor diagnostics disconnect distinct domain double
drop else end escape except exception exec execute exists external extract date_add date_diff false fetch first
float for foreign found from full get global go goto grant group having identity immediate in indicator initially
inner input insensitive insert int integer intersect interval into is isolation join key language last left level
like local lower match max min module names national natural nchar next no not null nullif numeric octet_length of
on only open option or order outer output overlaps pad partial position precision prepare preserve primary prior
privileges procedure public read real references relative restrict revoke right rollback rows schema scroll section
select session session_user set size smallint some space sql sqlcode sqlerror sqlstate substring sum system_user
table temporary then time timestamp to transaction translate translation trim true union unique unknown update
upper usage user using value values varchar varying view when whenever where with work write zone
missing pivot unpivot limit offset tuple remove index let conflict do nothing returning modified new old bool
boolean string symbol clob blob struct list sexp bag integer2 int2 integer4 int4 integer8 int8 bigint`

const reservedWords: ReadonlySet<string> = new Set(reserved.trim().split(/\s+/))

export function isReserved(name: string): boolean {
  return reservedWords.has(name.toLowerCase())
}

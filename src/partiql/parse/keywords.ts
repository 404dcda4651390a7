/**
 * The words that cannot be names unless they are in double quotes: those of SQL-92 and those that
 * PartiQL adds. Case does not matter. `functionKeywords` may still start a call.
 */
const sql92 = `
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
upper usage user using value values varchar varying view when whenever where with work write zone`

const partiql = `
missing pivot unpivot limit offset tuple remove index let conflict do nothing returning modified new old bool
boolean string symbol clob blob struct list sexp bag integer2 int2 integer4 int4 integer8 int8 bigint`

const keywords: ReadonlySet<string> = new Set(
  `${sql92} ${partiql}`.trim().toUpperCase().split(/\s+/),
)

const functionKeywords: ReadonlySet<string> = new Set(
  (
    'exists count avg max min sum substring char_length character_length octet_length bit_length ' +
    'upper lower size sexp list bag coalesce nullif trim extract date_add date_diff cast'
  )
    .toUpperCase()
    .split(' '),
)

/** Both functions take the word in capitals. */
export function isKeyword(word: string): boolean {
  return keywords.has(word)
}

export function isFunctionKeyword(word: string): boolean {
  return functionKeywords.has(word)
}

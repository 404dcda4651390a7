/** Pages of tagged tables that match a search, in the order of their names. */
import type { Catalog } from '../../catalog/catalog.js'
import type { DescribedTable } from '../../catalog/table.js'
import { tableNameIn, type OwnScope, type Scope } from '../../model/arn.js'
import { matches, type Search } from './read-search.js'

/** How many tables one request examines; a page may end early and still not be the last. */
const tablesExaminedMax = 1000
/** How many names are read at a time. */
const namesPage = 100

export interface TaggedPage {
  readonly tables: readonly DescribedTable[]
  /** The last table that was examined. Undefined on the last page. */
  readonly next: string | undefined
}

/** AWS: a resource that does not exist or has no tags is left out. */
export async function tablesByArn(
  catalog: Catalog,
  scope: OwnScope,
  arns: readonly string[],
): Promise<readonly DescribedTable[]> {
  const tables: DescribedTable[] = []
  for (const arn of new Set(arns)) {
    const name = arn.startsWith('arn:') ? tableNameIn(scope, arn) : undefined
    const table = name === undefined ? undefined : await catalog.loadTable(scope, name)
    if (table !== undefined && table.tags.length > 0) tables.push(table)
  }
  return tables
}

export async function tablesByTag(
  catalog: Catalog,
  scope: Scope,
  search: Search,
  after: string | undefined,
): Promise<TaggedPage> {
  const page = new Page(search)
  let last = after
  for (let examined = 0; examined < tablesExaminedMax; examined += namesPage) {
    const { names, more } = await catalog.listTables(scope, last, namesPage)
    for (const name of names) {
      const table = await catalog.loadTable(scope, name)
      if (table !== undefined && !page.add(table)) return { tables: page.tables, next: last }
      last = name
    }
    if (!more) return { tables: page.tables, next: undefined }
  }
  return { tables: page.tables, next: last }
}

class Page {
  readonly tables: DescribedTable[] = []
  readonly #search: Search
  #tags = 0

  constructor(search: Search) {
    this.#search = search
  }

  /** False if the table belongs on the next page. AWS: the tags of a resource are not split. */
  add(table: DescribedTable): boolean {
    const { tags } = table
    if (tags.length === 0 || !matches(this.#search, tags)) return true
    const { resourcesMax, tagsMax } = this.#search
    const isFull = this.tables.length >= resourcesMax || this.#tags + tags.length > tagsMax
    if (isFull && this.tables.length > 0) return false
    this.tables.push(table)
    this.#tags += tags.length
    return true
  }
}

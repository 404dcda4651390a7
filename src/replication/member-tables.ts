/** The tables of the members that are in this store. */
import type { Catalog } from '../catalog/catalog.js'
import type { Table } from '../catalog/table.js'
import type { GlobalTable, GroupMember } from './global-table.js'

export class MemberTables {
  readonly #catalog: Catalog

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  /** In any state; undefined if it is not there, or belongs to somebody else. It may be stale: use it with its guard. */
  async find({ tableName }: GlobalTable, member: GroupMember): Promise<Table | undefined> {
    if (member.isElsewhere) return undefined
    const { account, region } = member
    const known = this.#catalog.tableAtHand({ account, region }, tableName)
    if (isOf(known, member)) return known
    const table = await this.#catalog.loadTable({ account, region }, tableName)
    return isOf(table, member) ? table : undefined
  }

  /** A guard has broken: what is known of these tables may be out of date. */
  forget({ tableName, members }: GlobalTable): void {
    for (const { account, region } of members) {
      const known = this.#catalog.tableAtHand({ account, region }, tableName)
      if (known !== undefined) this.#catalog.forget(known)
    }
  }
}

function isOf(table: Table | undefined, { id }: GroupMember): table is Table {
  return table?.replica?.memberId === id && table.versions !== undefined
}

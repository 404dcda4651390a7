/** What people see of replication into the regions of this store, and what they can ask of it. */
import type { Catalog } from '../catalog/catalog.js'
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import {
  decodeGlobalTable,
  getGlobalTable,
  readGlobalTable,
  walkGlobalTables,
  type GlobalTable,
} from './global-table.js'
import { reportLink, type LinkReport } from './link-report.js'
import { MemberTables } from './member-tables.js'
import { othersThan } from './members.js'
import { ReplicaLinks, type FindSource } from './replica-links.js'
import {
  changeControl,
  controlOf,
  decodeControl,
  rangeOfControls,
  readControls,
} from './replication-control.js'

export interface ReplicationDeskParts {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly clock: Clock
  readonly elsewhere?: FindSource | undefined
  /** How long changes wait if nobody has asked for something else. */
  readonly delayMs: number
  /** Something was asked for. */
  readonly announce: () => void
}

/** Which links are meant; all of them if nothing is named. */
export interface ChosenLinks {
  readonly fromRegion?: string | undefined
  readonly toRegion?: string | undefined
}

/** What is not named stays as it is. */
export interface ControlChange {
  readonly isPaused?: boolean | undefined
  /** Undefined stays; null is what the server was told. */
  readonly delayMs?: number | null | undefined
}

export class ReplicationDesk {
  readonly #parts: ReplicationDeskParts
  readonly #tables: MemberTables
  readonly #links: ReplicaLinks

  constructor(parts: ReplicationDeskParts) {
    this.#parts = parts
    this.#tables = new MemberTables(parts.catalog)
    this.#links = new ReplicaLinks({ ...parts, tables: this.#tables })
  }

  /** The global table that a table is a member of. */
  async find(scope: Scope, tableName: string): Promise<GlobalTable | undefined> {
    const { engine, catalog } = this.#parts
    const table = await catalog.loadTable(scope, tableName)
    return table?.replica && readGlobalTable(engine, table.replica.groupId)
  }

  /** All links of an account into this store. */
  async list(account: string): Promise<readonly LinkReport[]> {
    const reports: LinkReport[] = []
    for await (const group of walkGlobalTables(this.#parts.engine)) {
      if (group.members.some((member) => member.account === account)) {
        reports.push(...(await this.report(group)))
      }
    }
    return reports
  }

  /** All links into this store, a global table at a time. */
  async *all(): AsyncGenerator<LinkReport> {
    for await (const group of walkGlobalTables(this.#parts.engine)) yield* await this.report(group)
  }

  async report(group: GlobalTable): Promise<readonly LinkReport[]> {
    if (group.consistency === 'strong') return []
    const controls = await readControls(this.#parts.engine, group.id)
    const { tableName } = group
    const reports = group.members.map(async (member) => {
      const table = await this.#tables.find(group, member)
      if (table === undefined) return []
      const planned = await this.#links.into(group, { member, table }, controls)
      const names = { tableName, toRegion: member.region }
      return Promise.all(planned.map((each) => reportLink(this.#parts, names, each)))
    })
    return (await Promise.all(reports)).flat()
  }

  /** Returns how many links were meant. */
  async change(groupId: string, chosen: ChosenLinks, change: ControlChange): Promise<number> {
    const { engine, announce } = this.#parts
    const count = await engine.transact({
      reads: [getGlobalTable(groupId), rangeOfControls(groupId)],
      decide([record, page]) {
        if (record === undefined) return { mutations: [], result: 0 }
        const stored = page.entries.map(({ value }) => decodeControl(value))
        const directions = directionsOf(decodeGlobalTable(record), chosen)
        const controls = directions.map((direction) => {
          const { isPaused, delayMs, ...names } = controlOf(stored, direction)
          const wanted = change.delayMs === undefined ? delayMs : (change.delayMs ?? undefined)
          return {
            ...names,
            isPaused: change.isPaused ?? isPaused,
            ...(wanted !== undefined && { delayMs: wanted }),
          }
        })
        return { mutations: controls.map(changeControl), result: controls.length }
      },
    })
    announce()
    return count
  }
}

function directionsOf(group: GlobalTable, { fromRegion, toRegion }: ChosenLinks) {
  const all = group.members.flatMap((to) =>
    othersThan(group, to).map((from) => {
      return { groupId: group.id, fromRegion: from.region, toRegion: to.region }
    }),
  )
  const isMeant = (named: string | undefined, region: string) => (named ?? region) === region
  return all.filter(
    (each) => isMeant(fromRegion, each.fromRegion) && isMeant(toRegion, each.toRegion),
  )
}

/** Which members a member of this store reads, from where, and whether it may. */
import type { Table } from '../catalog/table.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import type { ChangeSource } from './change-source.js'
import type { GlobalTable, GroupMember } from './global-table.js'
import { LocalSource } from './local-source.js'
import type { MemberTables } from './member-tables.js'
import { isServing, othersThan } from './members.js'
import type { ReplicaLink } from './receiver.js'
import { isAuthorised } from './replication-rights.js'
import { controlOf, type ReplicationControl } from './replication-control.js'

/** A member elsewhere, as one of this store reads it; undefined if no link leads there. */
export type FindSource = (
  group: GlobalTable,
  member: GroupMember,
  reader: GroupMember,
) => Promise<ChangeSource | undefined>

export interface LinksDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly tables: MemberTables
  readonly elsewhere?: FindSource | undefined
  /** How long changes wait if nobody has asked for something else. */
  readonly delayMs: number
}

/** Undefined instead of a link: the other member cannot be read here. */
export interface PlannedLink {
  readonly member: GroupMember
  readonly control: ReplicationControl
  readonly link: ReplicaLink | undefined
  /** Why there is none; if it is not that nothing leads there. */
  readonly fault?: string
}

const notAuthorised = 'The policies of the tables do not let the service replicate them.'

export class ReplicaLinks {
  readonly #dependencies: LinksDependencies

  constructor(dependencies: LinksDependencies) {
    this.#dependencies = dependencies
  }

  /** From every other member that clients use. */
  into(
    group: GlobalTable,
    own: { readonly member: GroupMember; readonly table: Table },
    controls: readonly ReplicationControl[],
  ): Promise<readonly PlannedLink[]> {
    const { delayMs: usualMs } = this.#dependencies
    const { member: reader, table } = own
    const order = group.members.map(({ id }) => id)
    const others = othersThan(group, reader).filter(isServing)
    return Promise.all(
      others.map(async (member): Promise<PlannedLink> => {
        const regions = { fromRegion: member.region, toRegion: reader.region }
        const control = controlOf(controls, { groupId: group.id, ...regions })
        if (!isAuthorised(member) || !isAuthorised(reader)) {
          return { member, control, link: undefined, fault: notAuthorised }
        }
        const source = await this.sourceOf(group, member, reader)
        if (source === undefined) return { member, control, link: undefined }
        const isElder = order.indexOf(member.id) < order.indexOf(reader.id)
        const delayMs = control.delayMs ?? usualMs
        return { member, control, link: { table, member, source, delayMs, isElder } }
      }),
    )
  }

  async sourceOf(
    group: GlobalTable,
    member: GroupMember,
    reader: GroupMember,
  ): Promise<ChangeSource | undefined> {
    const { engine, clock, tables, elsewhere } = this.#dependencies
    if (member.isElsewhere) return elsewhere?.(group, member, reader)
    const table = await tables.find(group, member)
    return table && new LocalSource({ engine, clock, table })
  }
}

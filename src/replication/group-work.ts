/**
 * What has to be done for a global table after it was asked for, a step at a time: tables are created and
 * filled, settings follow, tables are deleted. Every step is decided from the record as it is and changes it
 * in its own transaction, so any server can go on after any step and two of them do no harm.
 */
import type { Catalog } from '../catalog/catalog.js'
import { stateOf } from '../catalog/life-cycle.js'
import { ownerOfSpaces } from '../catalog/settle-derived.js'
import type { DescribedTable } from '../catalog/table.js'
import { KeyFault } from '../keys/master-keys.js'
import { ServiceError } from '../model/errors.js'
import type { TableDefinition } from '../model/table.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import type { BesideDefinition, TableKeys } from '../storage/table-keys.js'
import type { Elsewhere } from './elsewhere.js'
import { DeploymentFault } from './deployment.js'
import type { MayReplicate } from './replication-rights.js'
import { besideTable, GroupChanged, type GroupChange } from './group-change.js'
import { readGlobalTable, type GlobalTable, type GroupMember } from './global-table.js'
import { followsSettings, withChanged, withoutMember } from './members.js'
import { changedAsFollowed, followedEncryption } from './rules/shared-encryption.js'
import { followedDefinition } from './rules/shared-settings.js'

export interface GroupWorkParts {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly clock: Clock
  /** Members that other deployments have. */
  readonly elsewhere: () => Promise<Elsewhere>
  /** Absent if nothing is encrypted. */
  readonly tableKeys?: TableKeys | undefined
  /** Absent where nobody is judged. */
  readonly mayReplicate?: MayReplicate | undefined
}

export class GroupWork {
  readonly #parts: GroupWorkParts

  constructor(parts: GroupWorkParts) {
    this.#parts = parts
  }

  /** Does what can be done without waiting. A fault is left to the job, which tries again. */
  async hurry(groupId: string): Promise<void> {
    try {
      let group = await readGlobalTable(this.#parts.engine, groupId)
      while (group !== undefined && (await this.#quickStep(group))) {
        group = await readGlobalTable(this.#parts.engine, groupId)
      }
    } catch (error) {
      const isLeft = [GroupChanged, ServiceError, DeploymentFault, KeyFault].some(
        (kind) => error instanceof kind,
      )
      if (!isLeft) throw error
    }
  }

  /** Whether something was done. */
  async #quickStep(group: GlobalTable): Promise<boolean> {
    const removing = group.members.find(
      ({ state, isElsewhere }) => state === 'removing' && !isElsewhere,
    )
    if (removing !== undefined && (await this.endRemoval(group, removing))) return true
    const lagging = group.members.find(
      (member) =>
        member.state === 'active' && !member.isElsewhere && !followsSettings(group, member),
    )
    return lagging === undefined ? false : this.followSettings(group, lagging)
  }

  /** Gives a member the settings that all have in common. False if its source is not here. */
  async followSettings(group: GlobalTable, member: GroupMember): Promise<boolean> {
    const { catalog } = this.#parts
    const from = group.members.find(({ id }) => id === group.settings?.from)
    const source = from && (await this.definitionOf(group, from))
    if (from === undefined || source === undefined) return false
    const { overrides = {} } = member
    const followed = { source, sourceOverrides: from.overrides ?? {}, overrides }
    const after = withChanged(group, member, { settingsRevision: group.settings!.revision })
    const { account, region } = member
    const beside = besideTable({ before: group, after })
    // AWS: between accounts, class and encryption are each member's own.
    const isOne = group.accounts !== 'several'
    const key = isOne ? await this.#wrappedAnew(group, member, source) : []
    await catalog.updateTable(
      { account, region },
      group.tableName,
      (definition, moment) => {
        const encryption = isOne ? followedEncryption(definition, source) : undefined
        return {
          ...followedDefinition(definition, followed),
          ...(encryption && changedAsFollowed(definition, encryption, moment)),
          ...(!isOne && { tableClass: definition.tableClass }),
        }
      },
      { besideDefinition: [beside, ...key] },
    )
    return true
  }

  /** The data key of a member that is encrypted in another way from now on. */
  async #wrappedAnew(
    group: GlobalTable,
    member: GroupMember,
    source: TableDefinition,
  ): Promise<readonly BesideDefinition[]> {
    const { tableKeys } = this.#parts
    const table = tableKeys && (await this.tableOf(group, member))
    if (table === undefined || followedEncryption(table, source) === undefined) return []
    // All ways but a customer's key are the server's own key here.
    const wrapped = await tableKeys!.rewrap(ownerOfSpaces(table), undefined)
    return wrapped === undefined ? [] : [wrapped]
  }

  /** Lets go of a member whose table is gone. False if it is still there. */
  async endRemoval(group: GlobalTable, member: GroupMember): Promise<boolean> {
    const table = member.isElsewhere ? undefined : await this.tableOf(group, member)
    if (table !== undefined && stateOf(table, this.#parts.clock.now()) !== 'gone') return false
    await this.letGo(group, member)
    return true
  }

  /** Without others, the last table is one of its region again. */
  async letGo(group: GlobalTable, member: GroupMember): Promise<void> {
    const after = withoutMember(group, member)
    const [last, another] = after.members
    if (another !== undefined || last === undefined || last.isElsewhere) {
      return this.change({ before: group, after: last === undefined ? undefined : after })
    }
    await this.makeRegional(group, last, undefined)
  }

  /** Takes a table out of its global table, of which `after` is left. */
  async makeRegional(
    group: GlobalTable,
    { account, region }: GroupMember,
    after: GlobalTable | undefined,
  ): Promise<void> {
    const alone = ({ replica: _replica, ...definition }: TableDefinition) => definition
    await this.#parts.catalog.changeSetting({ account, region }, group.tableName, alone, {
      besideDefinition: [besideTable({ before: group, after })],
    })
  }

  async change(change: GroupChange): Promise<void> {
    const { read, mutations } = besideTable(change)
    await this.#parts.engine.transact({
      reads: [read],
      decide: ([stored]) => ({ mutations: mutations(stored), result: undefined }),
    })
  }

  /** What a member shares with the others, wherever it is. */
  async definitionOf(
    group: GlobalTable,
    member: GroupMember,
  ): Promise<TableDefinition | undefined> {
    if (!member.isElsewhere) return this.tableOf(group, member)
    return (await this.#parts.elsewhere()).definitionOf(group, member)
  }

  /** The table of a member; undefined if it is gone. */
  async tableOf(group: GlobalTable, member: GroupMember): Promise<DescribedTable | undefined> {
    const { account, region } = member
    const table = await this.#parts.catalog.loadTable({ account, region }, group.tableName)
    return table?.id === member.tableId ? table : undefined
  }
}

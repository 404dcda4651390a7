/** What other deployments ask of the members that are here, and of this deployment. */
import type { Catalog } from '../catalog/catalog.js'
import { resourceNotFound, validation } from '../model/errors.js'
import type { Scope } from '../model/arn.js'
import type { Table } from '../catalog/table.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import { isAhead, type ChangeSource, type ReadPlace } from './change-source.js'
import { copyAgain } from './copy-again.js'
import type { WantedMember } from './deployment.js'
import { readGlobalTable, type GlobalTable } from './global-table.js'
import type { LinkStore } from './link-store.js'
import { LocalSource } from './local-source.js'
import type { OwnCopy, ToldGroup } from './merge-groups.js'
import { requireAddable } from './rules/membership.js'
import { takeMember, takeTold } from './take-told.js'
import { definitionText } from './told-group.js'

export interface LinkedMembersParts {
  readonly engine: Engine
  readonly clock: Clock
  readonly catalog: Catalog
  readonly links: LinkStore
  readonly deploymentId: string
  /** A global table has something to do. */
  readonly announce: () => void
}

export interface MemberReader {
  readonly tableName: string
  readonly memberId: string
  readonly readerId: string
}

export class LinkedMembers {
  readonly #parts: LinkedMembersParts

  constructor(parts: LinkedMembersParts) {
    this.#parts = parts
  }

  /** Undefined if the member is not here any more, or the reader is none of its global table. */
  async source(scope: Scope, reader: MemberReader): Promise<ChangeSource | undefined> {
    const { engine, clock } = this.#parts
    const table = await this.#member(scope, reader)
    if (table?.replica === undefined) return undefined
    const group = await readGlobalTable(engine, table.replica.groupId)
    const { readerId } = reader
    const isMember = group?.members.some(({ id, isElsewhere }) => id === readerId && isElsewhere)
    return isMember === true ? new LocalSource({ engine, clock, table, readerId }) : undefined
  }

  async acknowledge(scope: Scope, reader: MemberReader, place: ReadPlace): Promise<void> {
    const table = await this.#member(scope, reader)
    const source = await this.source(scope, reader)
    const point = await source?.point()
    if (table?.versions === undefined || point === undefined) return
    if (isAhead(place.positions, point)) await copyAgain(this.#parts.engine, table.versions.space)
    else await source?.acknowledge(place)
  }

  /** What a member shares, as text; undefined if it is not here. */
  async definition(
    scope: Scope,
    member: Omit<MemberReader, 'readerId'>,
  ): Promise<string | undefined> {
    const { tableName, memberId } = member
    const table = await this.#parts.catalog.loadTable(scope, tableName)
    return table?.replica?.memberId === memberId ? definitionText(table) : undefined
  }

  /** Throws if there can be no member in the region. */
  async prepare(scope: Scope, { tableName, regions }: WantedMember): Promise<void> {
    const { catalog } = this.#parts
    const taken = await catalog.loadTable(scope, tableName)
    const named = { name: tableName, region: scope.region }
    requireAddable(named, undefined, scope.region, taken !== undefined)
    await this.#requireLinks(scope, tableName, regions)
  }

  async join(scope: Scope, copy: OwnCopy, memberId: string): Promise<ToldGroup> {
    const { engine, deploymentId, announce } = this.#parts
    const { group } = copy
    const wanted = group.members.find(({ id }) => id === memberId)
    if (wanted?.region !== scope.region || wanted.account !== scope.account) {
      throw validation(`The global table has no such member in ${scope.region}.`)
    }
    const known = await readGlobalTable(engine, group.id)
    if (known !== undefined && known.tableName !== group.tableName) throw resourceNotFound()
    const isThere = known?.members.some(({ id, isElsewhere }) => id === memberId && !isElsewhere)
    if (isThere !== true) {
      const others = group.members.filter(({ id }) => id !== memberId)
      const regions = others.map(({ region }) => region)
      await this.prepare(scope, { tableName: group.tableName, regions })
    }
    const joined = await takeMember(engine, copy, memberId)
    announce()
    return { deploymentId, group: joined }
  }

  async exchange(scope: Scope, { deploymentId, group }: OwnCopy): Promise<ToldGroup> {
    const { engine, announce } = this.#parts
    const own = await readGlobalTable(engine, group.id)
    if (own === undefined) return { deploymentId: this.#parts.deploymentId, group: undefined }
    // Rights were judged by the name of the table.
    const isSame = own.tableName === group.tableName
    if (!isSame || !isOfAccount(own, scope) || !isOfAccount(group, scope)) throw resourceNotFound()
    const after = await takeTold(engine, group.id, { deploymentId, group })
    if (after?.config !== own.config) announce()
    return { deploymentId: this.#parts.deploymentId, group: after }
  }

  /** Every deployment reads every other one itself. */
  async #requireLinks(
    { account }: Scope,
    tableName: string,
    regions: readonly string[],
  ): Promise<void> {
    const { links, catalog } = this.#parts
    for (const region of regions) {
      const link = await links.find({ account, region })
      if (link !== undefined) continue
      const own = await catalog.loadTable({ account, region }, tableName)
      if (own?.replica !== undefined) continue
      throw validation(
        `The deployment there has no link to ${region}, which has a replica; add one.`,
      )
    }
  }

  async #member(
    scope: Scope,
    { tableName, memberId }: Pick<MemberReader, 'tableName' | 'memberId'>,
  ): Promise<Table | undefined> {
    const table = await this.#parts.catalog.loadTable(scope, tableName)
    return table?.replica?.memberId === memberId ? table : undefined
  }
}

function isOfAccount({ members }: GlobalTable, { account }: Scope): boolean {
  return members.every((member) => member.account === account)
}

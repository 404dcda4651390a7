/** The members of global tables that other deployments have: what they are asked, and what they refuse. */
import { validation } from '../model/errors.js'
import type { Scope } from '../model/arn.js'
import type { TableDefinition } from '../model/table.js'
import type { Engine } from '../storage/engine.js'
import type { ChangeSource } from './change-source.js'
import { DeploymentFault, type Deployment, type Deployments } from './deployment.js'
import type { GlobalTable, GroupMember } from './global-table.js'
import type { LinkStore } from './link-store.js'
import { otherHomes, type ToldGroup } from './merge-groups.js'
import { takeTold } from './take-told.js'

export interface ElsewhereParts {
  readonly engine: Engine
  readonly links: LinkStore
  readonly deployments: () => Promise<Deployments>
  /** Of this one. */
  readonly deploymentId: string
}

/** Those that are there already. */
interface Residents {
  readonly members: readonly Scope[]
}

export class Elsewhere {
  readonly #parts: ElsewhereParts

  constructor(parts: ElsewhereParts) {
    this.#parts = parts
  }

  /** Whether the region is in another deployment. */
  async has(scope: Scope): Promise<boolean> {
    return (await this.#parts.links.find(scope)) !== undefined
  }

  /** Throws an answer for the client if the region cannot have a member. */
  prepare(scope: Scope, tableName: string, { members }: Residents): Promise<void> {
    const regions = members.map(({ region }) => region)
    return inSentence(scope, async () => {
      const there = await this.#deployment(scope)
      await there.prepare({ tableName, regions })
    })
  }

  /** Throws an answer for the client if a deployment that has members does not answer. */
  async requireReachable(group: GlobalTable): Promise<void> {
    for (const member of otherHomes(group)) {
      await inSentence(member, () => this.exchange(group, member, true))
    }
  }

  /** Resolves with the copy of this deployment as it is afterwards. */
  async exchange(
    group: GlobalTable,
    home: GroupMember,
    isAsked = false,
  ): Promise<GlobalTable | undefined> {
    const there = await this.#deployment(home)
    return this.#take(group, await there.exchange(this.#copyOf(group), isAsked))
  }

  /** Asks another deployment to have the member. */
  async join(group: GlobalTable, member: GroupMember): Promise<GlobalTable | undefined> {
    const there = await this.#deployment(member)
    return this.#take(group, await there.join(this.#copyOf(group), member.id))
  }

  /** Asks another deployment to remove its member. Throws an answer for the client if it does not. */
  leave(group: GlobalTable, member: GroupMember): Promise<GlobalTable | undefined> {
    return inSentence(member, async () => {
      const there = await this.#deployment(member)
      await there.leave({ tableName: group.tableName, memberId: member.id })
      return this.exchange(group, member, true)
    })
  }

  async definitionOf(
    group: GlobalTable,
    member: GroupMember,
  ): Promise<TableDefinition | undefined> {
    const there = await this.#deployment(member)
    return there.definition({ tableName: group.tableName, memberId: member.id })
  }

  async sourceOf(
    { tableName }: GlobalTable,
    member: GroupMember,
    reader: GroupMember,
  ): Promise<ChangeSource | undefined> {
    const there = await (await this.#parts.deployments()).find(member)
    return there?.source({ tableName, memberId: member.id }, reader.id)
  }

  #take({ id }: GlobalTable, told: ToldGroup): Promise<GlobalTable | undefined> {
    return takeTold(this.#parts.engine, id, told)
  }

  #copyOf(group: GlobalTable) {
    return { deploymentId: this.#parts.deploymentId, group }
  }

  async #deployment(scope: Scope): Promise<Deployment> {
    const found = await (await this.#parts.deployments()).find(scope)
    if (found !== undefined) return found
    throw new DeploymentFault('unreachable', `There is no link to ${scope.region}.`)
  }
}

/** What the other side refuses by meaning is its own sentence. */
async function inSentence<T>({ region }: Scope, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof DeploymentFault)) throw error
    const { kind, message } = error
    throw validation(
      kind === 'refused' ? message : `Failed to access the region: ‘${region}’. ${message}`,
    )
  }
}

/** Another deployment, asked by its operations. */
import type { ExchangeGlobalTableOutput } from '../api/generated/gramme-types.js'
import type { TableDefinition } from '../model/table.js'
import type { ChangeSource } from '../replication/change-source.js'
import type {
  Deployment,
  DeploymentFacts,
  RemoteMember,
  WantedMember,
} from '../replication/deployment.js'
import type { OwnCopy, ToldGroup } from '../replication/merge-groups.js'
import { groupText, readDefinitionText, readGroupText } from '../replication/told-group.js'
import { linkLookMsMax } from './limits.js'
import type { LinkCaller } from './link-client.js'
import { RemoteSource } from './remote-source.js'

/** Somebody waits for it. */
const asked = { isAsked: true }

export class RemoteDeployment implements Deployment {
  readonly #client: LinkCaller

  constructor(client: LinkCaller) {
    this.#client = client
  }

  async describe(): Promise<DeploymentFacts> {
    const manner = { timeoutMs: linkLookMsMax, isAsked: true }
    const told = await this.#client.call('gramme.DescribeDeployment', {}, manner)
    return {
      id: told.DeploymentId ?? '',
      protocolVersion: told.ProtocolVersion ?? 0,
      account: told.AccountId ?? '',
      nowMs: told.TimeMilliseconds ?? 0,
    }
  }

  async prepare({ tableName, regions }: WantedMember): Promise<void> {
    const input = { TableName: tableName, Regions: [...regions] }
    await this.#client.call('gramme.PrepareGlobalTable', input, asked)
  }

  async join({ deploymentId, group }: OwnCopy, memberId: string): Promise<ToldGroup> {
    const told = await this.#client.call('gramme.JoinGlobalTable', {
      TableName: group.tableName,
      DeploymentId: deploymentId,
      Group: groupText(group),
      MemberId: memberId,
    })
    return toldGroup(told)
  }

  async exchange({ deploymentId, group }: OwnCopy, isAsked: boolean): Promise<ToldGroup> {
    const input = {
      TableName: group.tableName,
      DeploymentId: deploymentId,
      Group: groupText(group),
    }
    const told = await this.#client.call('gramme.ExchangeGlobalTable', input, { isAsked })
    return toldGroup(told)
  }

  async definition({ tableName, memberId }: RemoteMember): Promise<TableDefinition | undefined> {
    const input = { TableName: tableName, MemberId: memberId }
    const { Definition } = await this.#client.call('gramme.GetReplicaDefinition', input)
    return Definition === undefined ? undefined : readDefinitionText(Definition)
  }

  async leave({ tableName, memberId }: RemoteMember): Promise<void> {
    const input = { TableName: tableName, MemberId: memberId }
    await this.#client.call('gramme.LeaveGlobalTable', input, asked)
  }

  source(member: RemoteMember, readerId: string): ChangeSource {
    return new RemoteSource(this.#client, { ...member, readerId })
  }
}

function toldGroup({ DeploymentId = '', Group }: ExchangeGlobalTableOutput): ToldGroup {
  return {
    deploymentId: DeploymentId,
    group: Group === undefined ? undefined : readGroupText(Group),
  }
}

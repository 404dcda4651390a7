/** Strongly consistent global tables, and clients of their regions. */
import { clientOf, testCredentials, type Client, type Json } from './client.js'

export const strongRegions = ['us-east-1', 'us-east-2', 'us-west-2'] as const

export const create = (RegionName: string) => ({ Create: { RegionName } })
export const remove = (RegionName: string) => ({ Delete: { RegionName } })

/** What makes a table in the first region strongly consistent. */
export const strongly = {
  MultiRegionConsistency: 'STRONG' as const,
  ReplicaUpdates: [create('us-east-2'), create('us-west-2')],
}

export interface StrongTable {
  readonly tableName: string
  /** One for each region. */
  readonly each: readonly Client[]
  /** Its requests go to the regions in turn. */
  readonly spread: Client
}

/** Servers by their addresses: the clients of a region use them in turn, too. */
export async function createStrongTable(
  urls: readonly string[],
  shape: Json,
): Promise<StrongTable> {
  let turn = 0
  const server = {
    get url() {
      return urls[turn++ % urls.length]!
    },
  }
  const each = strongRegions.map((region) => clientOf(server, { ...testCredentials, region }))
  const tableName = await each[0]!.createTable(shape)
  await each[0]!.ask('UpdateTable', { TableName: tableName, ...strongly })
  for (const client of each) await client.untilActive(tableName)
  return { tableName, each, spread: spreadOver(each) }
}

function spreadOver(each: readonly Client[]): Client {
  let turn = 0
  const next = () => each[turn++ % each.length]!
  return {
    ...each[0]!,
    call: (operation, body) => next().call(operation, body),
    ask: (operation, body) => next().ask(operation, body),
  }
}

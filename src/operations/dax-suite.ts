/** A database with a door for DAX, or none, for tests of its management by a clock that is set. */
import assert from 'node:assert/strict'
import { memoryEngine } from '../../test/support/engines.js'
import type { DaxServer } from '../accelerator/dax-servers.js'
import { VirtualClock } from '../stdx/clock.js'
import { openTestDatabase, type Json } from './database-suite.js'

export const transitionMs = 10_000
export const clusterArnOfTest = 'arn:aws:dax:us-east-1:000000000000:cache/fast'
export const ClusterName = 'fast'
export const testCluster: Json = {
  ClusterName,
  NodeType: 'dax.r5.large',
  ReplicationFactor: 1,
  IamRoleArn: 'arn:aws:iam::000000000000:role/dax',
}
export const oneNode: DaxServer = { address: '10.0.0.1', port: 8111, startedAtMs: 1000 }

export class DaxBench {
  readonly clock = new VirtualClock()
  readonly nodes: DaxServer[]
  changes = 0
  readonly #ask: (operation: string, input: Json) => Promise<Json>

  constructor(nodes: readonly DaxServer[] | undefined = [oneNode], isSecure = false) {
    this.nodes = [...nodes]
    const list = async () => this.nodes
    const { ask } = openTestDatabase(memoryEngine(), {
      clock: this.clock,
      tableTransitionMs: transitionMs,
      daxServers: nodes.length === 0 ? undefined : { isSecure, list },
      onCacheTimes: () => {
        this.changes++
      },
    })
    this.#ask = ask
  }

  ask(operation: string, input: Json = {}): Promise<Json> {
    return this.#ask(`dax.${operation}`, input)
  }

  async cluster(operation: string, input: Json): Promise<Json> {
    return (await this.ask(operation, input))['Cluster'] as Json
  }

  async described(): Promise<Json> {
    const { Clusters } = await this.ask('DescribeClusters', { ClusterNames: [ClusterName] })
    return (Clusters as readonly Json[])[0]!
  }

  async available(): Promise<this> {
    await this.ask('CreateCluster', testCluster)
    this.clock.advance(transitionMs)
    return this
  }

  refuses(
    operation: string,
    input: Json,
    type: string,
    message: RegExp | string = /./,
  ): Promise<void> {
    return assert.rejects(this.ask(operation, input), { name: type, message })
  }
}

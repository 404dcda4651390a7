/**
 * A cluster of DAX as the management API has it: a name, settings and tags for the servers of this database that
 * clients of DAX can reach. Its status follows from the record and the clock, so it needs no timer and survives any
 * restart. What is only described here (node type, subnets, maintenance) changes nothing about the servers.
 */
import type { Scope } from '../model/arn.js'

export interface DaxTag {
  readonly key: string
  readonly value: string
}

export interface NotificationTopic {
  readonly arn: string
  readonly status: string
}

export interface DaxCluster {
  readonly name: string
  readonly description?: string
  readonly nodeType: string
  readonly nodes: number
  /** One for each node, or none. */
  readonly zones: readonly string[]
  readonly iamRoleArn: string
  readonly subnetGroup: string
  readonly parameterGroup: string
  readonly securityGroups: readonly string[]
  readonly maintenanceWindow: string
  readonly topic?: NotificationTopic
  readonly isEncrypted: boolean
  readonly tags: readonly DaxTag[]
  readonly createdAtMs: number
  /** What it is on its way to be, or was last. */
  readonly phase: ClusterPhase
  /** When that is over. */
  readonly settledAtMs: number
}

export type ClusterPhase = 'creating' | 'modifying' | 'deleting'
export type ClusterStatus = ClusterPhase | 'available'

/** Undefined once its deletion is over. */
export function clusterStatus(
  { phase, settledAtMs }: Pick<DaxCluster, 'phase' | 'settledAtMs'>,
  nowMs: number,
): ClusterStatus | undefined {
  if (nowMs < settledAtMs) return phase
  return phase === 'deleting' ? undefined : 'available'
}

export function clusterArn({ account, region }: Scope, name: string): string {
  return `arn:aws:dax:${region}:${account}:cache/${name}`
}

const arnPattern = /^arn:[a-z-]+:dax:([a-z0-9-]+):(\d{12}):cache\/([A-Za-z0-9-]+)$/

export interface ClusterArn extends Scope {
  readonly name: string
}

/** Undefined if it is none. */
export function parseClusterArn(text: string): ClusterArn | undefined {
  const [, region, account, name] = arnPattern.exec(text) ?? []
  if (region === undefined || account === undefined || name === undefined) return undefined
  return { region, account, name: name.toLowerCase() }
}

/** AWS: `name-a`, `name-b` and so on. */
export function nodeId(clusterName: string, index: number): string {
  return `${clusterName}-${String.fromCharCode(97 + index)}`
}

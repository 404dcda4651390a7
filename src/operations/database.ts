/**
 * The parts of a database that operations work with, and the one function that assembles them. The
 * server adds doors and background work; tests can do without.
 */
import type { DaxDesk } from '../accelerator/dax-desk.js'
import type { DaxServers } from '../accelerator/dax-servers.js'
import { AlarmStore } from '../alarms/alarm-store.js'
import { Backups } from '../backups/backups.js'
import { Restores } from '../backups/restores.js'
import { Catalog, type CatalogDependencies } from '../catalog/catalog.js'
import type { CapacityQuotas } from '../catalog/rules/capacity-quotas.js'
import { ResourcePolicies } from '../catalog/resource-policies.js'
import { ResourceRightsCache } from '../catalog/resource-rights.js'
import { AccessKeys } from '../iam/access-keys.js'
import { IamStore } from '../iam/iam-store.js'
import { OidcKeys } from '../iam/oidc-keys.js'
import { Rights } from '../iam/rights.js'
import { KeyUses } from '../iam/key-uses.js'
import { SessionTokens } from '../iam/session-tokens.js'
import { Insights } from '../insights/insights.js'
import { Items, type OnMemberWrite } from '../items/items.js'
import { JobDesk } from '../jobs/job-desk.js'
import type { KinesisStreams } from '../kinesis/kinesis-streams.js'
import { timeToLiveChangeIntervalMs } from '../model/limits.js'
import type { MetricReader } from '../metrics/metric-reader.js'
import { noMetrics } from '../metrics/no-metrics.js'
import { MemoryObjectStore } from '../objects/memory-store.js'
import type { ObjectStore } from '../objects/object-store.js'
import { noDeployments, type Deployments } from '../replication/deployment.js'
import { deploymentIdOf } from '../replication/deployment-id.js'
import type { Elsewhere } from '../replication/elsewhere.js'
import type { LinkedMembers } from '../replication/linked-members.js'
import { LinkStore } from '../replication/link-store.js'
import type { ScalingDesk } from '../autoscaling/scaling-desk.js'
import type { ReplicationDesk } from '../replication/replication-desk.js'
import type { GlobalTables } from '../replication/global-tables.js'
import type { VectorSearch } from '../search/search.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { TableKeys } from '../storage/table-keys.js'
import { AccessStamp } from '../storage/access-stamp.js'
import { Streams } from '../streams/streams.js'
import { noTriggers, type TriggerReports } from '../triggers/trigger-reports.js'
import { PageTokens } from './page-token.js'

/** A new part is added here and in `assembleDatabase`; every operation then finds it in its context. */
export interface Database {
  readonly clock: Clock
  readonly random: Random
  readonly catalog: Catalog
  /** The policies of tables and streams, as clients see them. */
  readonly resourcePolicies: ResourcePolicies
  /** The same with tags, for authorisation. */
  readonly resourceRights: ResourceRightsCache
  /** Says when what is known about rights is out of date; every change of them renews it. */
  readonly access: AccessStamp
  /** Users, groups, roles, policies and keys. */
  readonly iam: IamStore
  readonly accessKeys: AccessKeys
  readonly keyUses: KeyUses
  /** Temporary credentials. */
  readonly sessionTokens: SessionTokens
  /** Which policies speak of a caller. */
  readonly rights: Rights
  /** The keys of identity providers. */
  readonly oidcKeys: OidcKeys
  readonly items: Items
  /** Seals page tokens. */
  readonly nextTokens: PageTokens
  readonly streams: Streams
  /** Starts long jobs. */
  readonly jobs: JobDesk
  readonly backups: Backups
  readonly restores: Restores
  /** Undefined if nothing is encrypted. */
  readonly tableKeys: TableKeys | undefined
  /** Undefined if the server has no Kinesis endpoint. */
  readonly kinesis: KinesisStreams | undefined
  /** Buckets, for exports and imports. */
  readonly objects: ObjectStore
  /** Searches vector indexes; loaded with the first use. */
  readonly vectorSearch: () => Promise<VectorSearch>
  /** Which keys of a table are used most. */
  readonly insights: Insights
  /** What happened, in numbers. */
  readonly metrics: MetricReader
  readonly alarms: AlarmStore
  /** Auto scaling; loaded with the first use. */
  readonly scaling: () => Promise<ScalingDesk>
  /** The management of DAX; loaded with the first use. */
  readonly dax: () => Promise<DaxDesk>
  /** Tables in several regions; loaded with the first use. */
  readonly globalTables: () => Promise<GlobalTables>
  /** How the regions of global tables are kept in step; loaded with the first use. */
  readonly replication: () => Promise<ReplicationDesk>
  /** What is known about triggers; loaded with the first use. */
  readonly triggers: () => Promise<TriggerReports>
  /** Addresses that alarms may call, with everything below them. */
  readonly alarmWebhooks: readonly string[]
  /** Where regions are that are not in this store. */
  readonly links: LinkStore
  /** Calls them; loaded with the first use. */
  readonly deployments: () => Promise<Deployments>
  /** Tells this database from others. */
  readonly deploymentId: string
  /** What other deployments ask of replicas here; loaded with the first use. */
  readonly linkedMembers: () => Promise<LinkedMembers>
  /** Replicas that other deployments have; loaded with the first use. */
  readonly elsewhere: () => Promise<Elsewhere>
  /** How long a table must wait between two changes of time to live. */
  readonly ttlChangeIntervalMs: number
  /** How far in the past the latest moment is that can be restored. */
  readonly recoveryDelayMs: number
}

export interface DatabaseDependencies extends Omit<CatalogDependencies, 'settings' | 'access'> {
  readonly tableTransitionMs: number
  /** Default: AWS's. */
  readonly quotas?: CapacityQuotas
  /** Default: AWS's. */
  readonly itemCollectionBytesMax?: number
  /** The servers of this database seal their tokens with it. */
  readonly secret: Buffer
  /** Default: no keys. */
  readonly oidcKeys?: OidcKeys
  readonly kinesis?: KinesisStreams
  readonly tableKeys?: TableKeys | undefined
  /** A long job was started or cancelled. */
  readonly onJob?: () => void
  /** An alarm has changed its state and calls something. */
  readonly onAlarmNotice?: () => void
  /** Default: the server has no door for clients of DAX. */
  readonly daxServers?: DaxServers | undefined
  /** How long the caches of DAX keep what they have may have changed. */
  readonly onCacheTimes?: (() => void) | undefined
  /** Targets of auto scaling were changed. */
  readonly onScaling?: () => void
  /** A global table has something to do. */
  readonly onGlobalTable?: () => void
  /** Whether policies decide what callers may do. */
  readonly judgesCallers?: boolean
  /** Default: one that knows no other deployments. */
  readonly replication?: () => Promise<ReplicationDesk>
  /** A member of a global table was written. */
  readonly onMemberWrite?: OnMemberWrite
  /** Default: none. */
  readonly triggers?: () => Promise<TriggerReports>
  /** Default: none. */
  readonly alarmWebhooks?: readonly string[]
  /** Default: none can be called. */
  readonly deployments?: (links: LinkStore) => Promise<Deployments>
  /** Default: in memory. */
  readonly objects?: ObjectStore
  /** Default: none. */
  readonly metrics?: MetricReader
  /** Default: one that reads every row. */
  readonly vectorSearch?: () => Promise<VectorSearch>
  /** Why there can be no backups, if there cannot. */
  readonly backupFault?: string
  /** Default: AWS's. */
  readonly ttlChangeIntervalMs?: number
  /** Default: none. */
  readonly policyChangeIntervalMs?: number
  /** Default: none. */
  readonly protectionIntervalMs?: number
  /** Default: none. */
  readonly recoveryDelayMs?: number
}

export function assembleDatabase(dependencies: DatabaseDependencies): Database {
  const { engine, clock, random, secret, kinesis, oidcKeys, onJob } = dependencies
  const { tableTransitionMs, quotas, ttlChangeIntervalMs, recoveryDelayMs, objects } = dependencies
  const { backupFault, policyChangeIntervalMs: intervalMs = 0 } = dependencies
  const access = new AccessStamp(engine, random)
  const { itemCollectionBytesMax, protectionIntervalMs } = dependencies
  const settings = { tableTransitionMs, quotas, itemCollectionBytesMax, protectionIntervalMs }
  const catalog = new Catalog({ ...dependencies, access, settings })
  const iam = new IamStore(engine, access)
  const alarms = new AlarmStore({ engine, clock, random, onNotice: dependencies.onAlarmNotice })
  const linked = linkedParts(dependencies, catalog)
  const resourceRights = new ResourceRightsCache(engine, access)
  const jobs = new JobDesk({ engine, clock, random, onJob })
  return {
    clock,
    random,
    catalog,
    resourcePolicies: new ResourcePolicies({ engine, clock, access, intervalMs }),
    resourceRights,
    access,
    iam,
    accessKeys: new AccessKeys(secret, random, clock),
    keyUses: new KeyUses(engine, clock),
    sessionTokens: new SessionTokens(secret, random),
    rights: new Rights(iam),
    oidcKeys: oidcKeys ?? new OidcKeys(undefined),
    items: new Items(engine, clock, dependencies.onMemberWrite),
    nextTokens: new PageTokens(secret, random),
    streams: new Streams(engine, clock),
    jobs,
    backups: new Backups({ engine, clock, catalog, jobs, fault: backupFault }),
    restores: new Restores({ engine, clock, catalog, jobs }),
    kinesis,
    tableKeys: dependencies.tableKeys,
    objects: objects ?? new MemoryObjectStore(clock),
    scaling: scalingDeskOf(dependencies, catalog, alarms),
    dax: daxDeskOf(dependencies),
    replication: dependencies.replication ?? replicationDeskOf(dependencies, catalog),
    vectorSearch: dependencies.vectorSearch ?? vectorSearchOf(dependencies),
    insights: new Insights({ engine, clock, random, transitionMs: tableTransitionMs }),
    metrics: dependencies.metrics ?? noMetrics,
    alarms,
    triggers: dependencies.triggers ?? (async () => noTriggers),
    alarmWebhooks: dependencies.alarmWebhooks ?? [],
    ...linked,
    globalTables: globalTablesOf(dependencies, { ...linked, catalog, resourceRights }),
    ttlChangeIntervalMs: ttlChangeIntervalMs ?? timeToLiveChangeIntervalMs,
    recoveryDelayMs: recoveryDelayMs ?? 0,
  }
}

function vectorSearchOf({ engine }: DatabaseDependencies): Database['vectorSearch'] {
  return async () => {
    const { ExactSearch } = await import('../search/exact-search.js')
    return new ExactSearch(engine)
  }
}

function scalingDeskOf(
  { engine, clock, random, onScaling = () => undefined }: DatabaseDependencies,
  catalog: Catalog,
  alarms: AlarmStore,
): Database['scaling'] {
  let opened: Promise<ScalingDesk> | undefined
  const open = async () => {
    const { ScalingDesk } = await import('../autoscaling/scaling-desk.js')
    return new ScalingDesk({ engine, catalog, clock, random, alarms, announce: onScaling })
  }
  return () => (opened ??= open())
}

function daxDeskOf(dependencies: DatabaseDependencies): Database['dax'] {
  const { engine, tableTransitionMs: transitionMs, daxServers: servers } = dependencies
  const { onCacheTimes: onChange = () => undefined } = dependencies
  let opened: Promise<DaxDesk> | undefined
  const open = async () => {
    const { DaxDesk } = await import('../accelerator/dax-desk.js')
    return new DaxDesk({ engine, transitionMs, servers, onChange })
  }
  return () => (opened ??= open())
}

function globalTablesOf(
  dependencies: DatabaseDependencies,
  {
    catalog,
    elsewhere,
    resourceRights,
  }: Pick<Database, 'catalog' | 'elsewhere' | 'resourceRights'>,
): Database['globalTables'] {
  const { engine, clock, random, onGlobalTable: announce = () => undefined } = dependencies
  let opened: Promise<GlobalTables> | undefined
  const open = async () => {
    const { GlobalTables } = await import('../replication/global-tables.js')
    const { replicationRights } = await import('./permissions/replication-rights.js')
    const judge = dependencies.judgesCallers === true && replicationRights(resourceRights, clock)
    const mayReplicate = judge === false ? undefined : judge
    const { tableKeys } = dependencies
    const parts = { engine, catalog, clock, random, announce, elsewhere, mayReplicate, tableKeys }
    return new GlobalTables(parts)
  }
  return () => (opened ??= open())
}

function linkedParts(dependencies: DatabaseDependencies, catalog: Catalog) {
  const { engine, clock, random, secret, onGlobalTable: announce = () => undefined } = dependencies
  const links = new LinkStore({ engine, clock, random, secret })
  const deployments = async () => dependencies.deployments?.(links) ?? noDeployments
  const deploymentId = deploymentIdOf(secret)
  const parts = { engine, clock, catalog, links, deployments, deploymentId, announce }
  const openMembers = async () => {
    const { LinkedMembers } = await import('../replication/linked-members.js')
    return new LinkedMembers(parts)
  }
  const openElsewhere = async () => {
    const { Elsewhere } = await import('../replication/elsewhere.js')
    return new Elsewhere(parts)
  }
  let members: Promise<LinkedMembers> | undefined
  let elsewhere: Promise<Elsewhere> | undefined
  return {
    links,
    deployments,
    deploymentId,
    linkedMembers: () => (members ??= openMembers()),
    elsewhere: () => (elsewhere ??= openElsewhere()),
  }
}

function replicationDeskOf(
  { engine, clock }: DatabaseDependencies,
  catalog: Catalog,
): Database['replication'] {
  return async () => {
    const { ReplicationDesk } = await import('../replication/replication-desk.js')
    return new ReplicationDesk({ engine, catalog, clock, delayMs: 0, announce: () => undefined })
  }
}

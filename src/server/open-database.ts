/** Builds the database on top of an engine. */
import { unusedTablesIntervalMs } from '../accelerator/limits.js'
import { TableUses } from '../accelerator/table-uses.js'
import type { DaxPlace } from '../accelerator/dax-place.js'
import { Catalog, type CatalogDependencies } from '../catalog/catalog.js'
import { assembleDatabase, type Database } from '../operations/database.js'
import { CapacityAdmission } from '../operations/throttling/admission.js'
import { createDispatcher } from '../operations/dispatch.js'
import { countKeys, countThrottled } from '../operations/insights/count-keys.js'
import type { Auditor } from '../operations/audit/auditor.js'
import type { Metering } from '../operations/metering/metering.js'
import type { RefusedCall } from '../operations/refused-call.js'
import type { Dispatcher } from '../operations/dispatcher.js'
import { traceCall } from '../operations/dispatch/trace.js'
import { monotonicClock, systemClock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import { requireDriver } from '../storage/drivers.js'
import type { EngineWatch } from '../storage/driver.js'
import type { Engine } from '../storage/engine.js'
import { formatSteps, raiseFormat } from '../storage/format.js'
import { MetricHistory } from '../metrics/metric-history.js'
import type { OidcKeys } from '../iam/oidc-keys.js'
import type { ObjectStore } from '../objects/object-store.js'
import { ensureSecret } from '../storage/store-secret.js'
import type { MeasureDelivery } from '../kinesis/measure-delivery.js'
import { LinkedGroupsJob } from '../replication/linked-groups-job.js'
import { periodicJob } from '../jobs/job.js'
import { LeaseWatch } from '../jobs/lease-watch.js'
import { backupUpkeepJob } from '../backups/backup-upkeep.js'
import { DepartedTables } from '../backups/departed-tables.js'
import type { AccessControl } from './access-control.js'
import { assembleBackgroundWork } from './background-work.js'
import { createLog } from './log.js'
import { admit } from '../jobs/maintenance.js'
import { TrustedTime } from '../jobs/trusted-time.js'
import { longJobsOn } from './long-jobs.js'
import { backupPlaceOf, findBackupFault } from './open-backups.js'
import { acceleratorOn, daxPlaceOf, observedBy } from './load-accelerator.js'
import type { OpenedAccelerator } from './open-accelerator.js'
import { openAlarms } from './open-alarms.js'
import { openAutoscaling, type Autoscaling } from './open-autoscaling.js'
import { openDeployments } from './open-deployments.js'
import { openGlobalTables } from './open-global-tables.js'
import { openInsights } from './open-insights.js'
import { openKinesis } from './open-kinesis.js'
import type { WriteMetrics } from './open-exposition.js'
import { openMetrics } from './open-metrics.js'
import { openObjects } from './open-objects.js'
import { openReplication } from './open-replication.js'
import { openOidcKeys } from './open-oidc-keys.js'
import type { KeyWatch, KeyWatchDependencies } from './key-watch.js'
import { openTriggerReports, openTriggers } from './open-triggers.js'
import { openVectorSearch } from './open-vector-search.js'
import { openThrottling } from './open-throttling.js'
import type { OpenedAudit } from './open-audit.js'
import { openStore, type Encryption, type OpenedStore } from './open-store.js'
import type { Settings } from './options.js'
import { startParts, type Part } from './parts.js'
import { shareWork, teamLease } from './share-work.js'
import type { TeamLink } from './team-link.js'
import { type Patience, untilAvailable } from './patience.js'
import { refusalLog } from './refused-tables.js'
import { WritesWatch } from './writes-watch.js'

/** A database that is open for calls. */
export interface OpenedDatabase {
  readonly engineName: string
  readonly dispatcher: Dispatcher
  readonly objects: ObjectStore
  /** Undefined in open mode. */
  readonly access?: AccessControl | undefined
  /** Undefined without an audit. */
  readonly auditor?: Auditor | undefined
  /** Undefined without a door for DAX. */
  readonly accelerator?: OpenedAccelerator | undefined
  /** To be told where that door is. Undefined without one. */
  readonly daxPlace?: DaxPlace | undefined
  /** To be told of calls whose signature was refused. Undefined in open mode. */
  readonly refused?: ((call: RefusedCall) => void) | undefined
  /** Undefined if nothing is measured. */
  readonly writeMetrics?: WriteMetrics | undefined
  /** Resolves if the store answers. */
  ping(): Promise<void>
  /** Resolves if the store cannot be used again by this process. */
  readonly lost: Promise<void>
  /** Looks at the master keys again. */
  reload(): Promise<void>
  /** Waits for the work under way. */
  close(): Promise<void>
  /** Ends all waiting for a store that does not answer, so that closing ends as well. */
  abandon(): void
}

/**
 * Throws `StoreUnusable`, leaving nothing open, if the data cannot be opened as asked. With `patience`, a
 * store on the network is waited for.
 */
export async function openDatabase(
  settings: Settings,
  patience?: Patience,
  team?: TeamLink,
): Promise<OpenedDatabase> {
  const remote = requireDriver(settings.engine).isRemote
  const log = createLog(settings.logLevel)
  const leases = new LeaseWatch(monotonicClock)
  const writes = new WritesWatch(log)
  const open = () => openAdmitted(settings, leases, writes, team)
  const store = await (remote && patience !== undefined ? untilAvailable(open, patience) : open())
  const { secret, objects, oidcKeys, encryption } = store
  const observed = await observedBy(settings, store.engine)
  const engine = observed ?? store.engine
  const clock = systemClock
  const measure: MeasureDelivery = (...told) => metering?.delivered(...told)
  const kinesis = openKinesis(settings, { engine, log, measure })
  const vectors = openVectorSearch(settings, { engine, clock, log, processes: team?.count })
  const backupFault = findBackupFault(settings)
  const metrics = new MetricHistory({ engine, clock, random: systemRandom })
  let deployments: ReturnType<typeof openDeployments> | undefined
  let reports: ReturnType<typeof openTriggerReports> | undefined
  const daxPlace = await daxPlaceOf(settings)
  const database = assembleDatabase({
    engine,
    clock,
    random: systemRandom,
    metrics,
    tableTransitionMs: settings.tableTransitionMs,
    quotas: {
      tableUnitsMax: settings.tableCapacityMax,
      accountUnitsMax: settings.accountCapacityMax,
    },
    ttlChangeIntervalMs: settings.ttlChangeIntervalMs,
    policyChangeIntervalMs: settings.policyChangeIntervalMs,
    protectionIntervalMs: settings.protectionChangeIntervalMs,
    recoveryDelayMs: settings.recoveryDelayMs,
    secret,
    oidcKeys,
    kinesis: kinesis?.streams,
    tableKeys: encryption?.tableKeys,
    objects,
    vectorSearch: vectors.search,
    backupFault,
    onBuild: (table) => work.announce(table),
    onJob: () => work.announceJob(),
    onScaling: () => work.worker.hurry(scaling.job),
    onAlarmNotice: () => work.worker.hurry(alarms.notices),
    triggers: () => (reports ??= openTriggerReports(settings, { engine, streams, catalog })),
    alarmWebhooks: settings.alarmWebhook,
    deployments: (links) => (deployments ??= openDeployments(links)),
    judgesCallers: settings.auth === 'iam',
    onRefused: refusalLog(log),
    onSettings: (table) => limiter.settle(table),
    replication: () => replication.desk(),
    onMemberWrite: (table) => replication.notice(table),
    onGlobalTable: () => announceGroups(),
    daxServers: daxPlace,
    onCacheTimes: () => accelerator?.renewTimes(),
  })
  const { catalog, items, streams } = database
  const time = new TrustedTime({ engine, clock, log })
  const uses = new TableUses({ engine, catalog, clock, time })
  const forMetrics = { history: metrics, engine, catalog, clock, time, log }
  const measuring = openMetrics(settings, forMetrics)
  const metering = measuring?.metering
  const isOn = settings.throttle === 'on'
  const onThrottled = metering?.throttled
  const throttling = openThrottling({ engine, catalog, clock, log, isOn, onThrottled })
  const { limiter } = throttling
  const triggers = await openTriggers(settings, { engine, streams, catalog, log }, time)
  const replication = openReplication(settings, {
    ...{ engine, catalog, items, clock, time, log },
    onApplied: metering?.replicated,
    onReport: metering?.behind,
    elsewhere: async (...link) => (await database.elsewhere()).sourceOf(...link),
    hurry: (job) => work.worker.hurry(job),
  })
  const { filler } = replication
  // By a right of their own, as on AWS; their calls are in the audit like any other.
  const dispatcher = () => createDispatcher(database, { audit: opened.audit?.auditor.audit })
  const globalTables = openGlobalTables(settings, { engine, database, log, filler, dispatcher })
  const announceGroups = () => {
    work.worker.hurry(globalTables, linkedTables)
    replication.look()
  }
  const linkedTables = new LinkedGroupsJob({
    ...{ engine, clock, log, elsewhere: database.elsewhere },
    announce: () => announceGroups(),
  })
  const openPlace = backupPlaceOf(settings, encryption?.masterKeys)
  const departed = new DepartedTables({ engine, jobs: database.jobs, time, backupFault })
  const upkeep = backupUpkeepJob({ engine, clock, time, log, openPlace, departed })
  const scaling: Autoscaling = openAutoscaling({
    engine,
    database,
    metrics,
    time,
    dispatcher,
  })
  const { insights } = database
  const counting = openInsights({
    insights,
    catalog,
    clock,
    time,
    log,
    isShared: engine.shared,
  })
  const alarms = openAlarms({
    ...{ engine, store: database.alarms, metrics, clock, log, triggers, kinds: [scaling.action] },
    webhooks: settings.alarmWebhook,
    hurry: (job) => work.worker.hurry(job),
  })
  const usual = [kinesis?.job, triggers, upkeep, scaling.job, throttling.growth, counting.job]
  const jobs = [
    ...usual,
    globalTables,
    linkedTables,
    ...replication.jobs,
    alarms.evaluation,
    alarms.notices,
    periodicJob('tables that DAX used', (fence) => uses.endUnused(fence), {
      clock,
      intervalMs: unusedTablesIntervalMs,
    }),
    ...(measuring?.jobs ?? []),
  ]
  const { recoveryDelayMs } = settings
  const forJobs = { engine, catalog, items, clock, objects, log, openPlace, recoveryDelayMs }
  const longJobs = longJobsOn(forJobs)
  const parts = { engine, catalog, items, clock, time, log, settings, jobs, longJobs }
  const hooks = { onExpired: metering?.expired, onBuilding: metering?.built }
  const lease = teamLease(engine, team)
  const work = assembleBackgroundWork({ ...parts, ...hooks, lease, onAnnounced: team?.work.ring })
  if (lease !== undefined) shareWork(team!, lease, work.worker)
  const keyWatch = await keyWatchOf({ engine, settings, log }, encryption)
  const accelerator =
    observed &&
    daxPlace &&
    (await acceleratorOn({
      ...{ settings, engine: observed, catalog, log, uses, desk: database.dax, place: daxPlace },
      meters: measuring && metrics.meters,
    }))
  const opened: { access?: AccessControl | undefined; audit?: OpenedAudit | undefined } = {}
  const stop = await startParts([
    { name: 'store', stop: () => engine.close() },
    ...(measuring === undefined ? [] : [measuring.recorder]),
    {
      name: 'audit',
      start: async () => void (opened.audit = await auditOf(settings, database, log, team)),
      stop: async () => opened.audit?.close(),
    },
    ...(keyWatch === undefined ? [] : [keyWatchPart(keyWatch)]),
    { name: 'buckets', stop: () => objects.close() },
    { name: 'vector search', stop: () => vectors.close() },
    { name: 'links', stop: async () => (await deployments)?.close() },
    { name: 'Kinesis client', stop: async () => kinesis?.close() },
    {
      name: 'access control',
      async start() {
        opened.access = await accessControlOf(settings, database, { engine, log })
        await opened.access?.keyUses.start?.()
      },
      stop: async () => opened.access?.keyUses.stop(),
    },
    ...(accelerator?.parts ?? []),
    ...throttling.parts,
    counting.part,
    { name: 'background work', start: () => work.worker.start(), stop: () => work.worker.stop() },
  ])
  const { access, audit } = opened
  return {
    engineName: engine.name,
    dispatcher: createDispatcher(database, {
      permit: access?.permit,
      admission: new CapacityAdmission(limiter, (demand, unmet) => {
        countThrottled(insights.traffic, demand, unmet, clock)
      }),
      charge(_ctx, work, operation) {
        limiter.charge(work)
        countKeys(insights.traffic, operation, work, clock)
      },
      measure: measuring?.measure,
      audit: audit?.auditor.audit,
      trace: settings.otlpEndpoint === undefined ? undefined : traceCall,
    }),
    objects,
    access,
    auditor: audit?.auditor,
    accelerator,
    daxPlace,
    refused: access && refusals(access, audit?.auditor, metering),
    writeMetrics: measuring?.write,
    ping: () => engine.ping(),
    lost: writes.lost,
    reload: async () => keyWatch?.look(),
    close: stop,
    abandon: () => engine.abandon?.(),
  }
}

function refusals(
  { accountOf }: AccessControl,
  auditor: Auditor | undefined,
  metering: Metering | undefined,
): (call: RefusedCall) => void {
  return (call) => {
    auditor?.refused(call)
    const { accessKeyId } = call
    if (metering === undefined || accessKeyId === undefined) return
    accountOf(accessKeyId).then(
      (account) => account !== undefined && metering.refused(call, account),
      // The store is away. A count is not worth more.
      () => undefined,
    )
  }
}

/** Nothing of the audit is loaded without a file. */
async function auditOf(
  settings: Settings,
  database: Database,
  log: Log,
  team: TeamLink | undefined,
): Promise<OpenedAudit | undefined> {
  const { auditFile } = settings
  if (auditFile === undefined) return undefined
  const { openAudit } = await import('./open-audit.js')
  return openAudit({ ...settings, auditFile }, database, log, team?.auditFile)
}

/** Nothing of encryption is loaded without it. */
async function keyWatchOf(
  parts: Pick<KeyWatchDependencies, 'engine' | 'settings' | 'log'>,
  encryption: Encryption | undefined,
): Promise<KeyWatch | undefined> {
  if (encryption === undefined) return undefined
  const { KeyWatch } = await import('./key-watch.js')
  return new KeyWatch({ ...parts, encryption })
}

function keyWatchPart(watch: KeyWatch): Part {
  return { name: 'master keys', start: () => watch.start(), stop: () => watch.stop() }
}

async function accessControlOf(
  settings: Settings,
  database: Database,
  parts: { readonly engine: Engine; readonly log: Log },
): Promise<AccessControl | undefined> {
  if (settings.auth === 'open') return undefined
  const { openAccessControl } = await import('./access-control.js')
  return openAccessControl(settings, database, parts)
}

interface AdmittedStore extends OpenedStore {
  /** What tokens are sealed with. */
  readonly secret: Buffer
  readonly objects: ObjectStore
  readonly oidcKeys: OidcKeys
  close(): Promise<void>
}

/** Throws if the store is locked by `gramme copy` or `gramme verify`. */
async function openAdmitted(
  settings: Settings,
  leases: LeaseWatch,
  writes: EngineWatch,
  team: TeamLink | undefined,
): Promise<AdmittedStore> {
  const store = await openStore(settings, 'complete', writes, team?.openEngine)
  const { engine } = store
  try {
    await admit(engine, leases)
    await raiseFormat(engine, [formatSteps.itemChecksums])
    const secret = await ensureSecret(engine, systemRandom)
    const oidcKeys = await openOidcKeys(settings)
    // Not before the data folder is this process's own.
    const objects = await openObjects(settings)
    return { ...store, secret, objects, oidcKeys, close: () => engine.close() }
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** For commands that look at tables and serve nobody. */
export function openCatalog(
  engine: Engine,
  { tableTransitionMs }: Pick<Settings, 'tableTransitionMs'>,
  hooks: Pick<CatalogDependencies, 'onRefused'>,
): Catalog {
  return new Catalog({
    engine,
    clock: systemClock,
    random: systemRandom,
    settings: { tableTransitionMs },
    ...hooks,
  })
}

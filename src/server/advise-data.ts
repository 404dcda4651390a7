/**
 * The workloads of a store, one for each account and region that has tables. It only reads, so servers may use a
 * shared store at the same time; a data folder cannot be opened while a server uses it.
 */
import type { Workload } from '../advice/workload.js'
import { MetricHistory } from '../metrics/metric-history.js'
import type { Scope } from '../model/arn.js'
import { assembleDatabase, type Database } from '../operations/database.js'
import { createDispatcher } from '../operations/dispatch.js'
import { requireOperation } from '../operations/registry.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { cannotOpen } from './cannot-start.js'
import type { GrammeOptions } from './gramme-options.js'
import type { JsonCall } from './json-call.js'
import { openStore, requireFolder } from './open-store.js'
import { readOptions } from './options.js'
import { readWorkload, type WorkloadRequest } from './read-workload.js'

export type StoredWorkloadRequest = Pick<WorkloadRequest, 'days' | 'table' | 'samples'> & {
  /** Only of this region. */
  readonly region?: string | undefined
}

export async function readStoredWorkloads(
  options: GrammeOptions,
  request: StoredWorkloadRequest,
): Promise<readonly Workload[]> {
  const settings = readOptions(options)
  requireFolder(settings)
  const { engine, encryption } = await openStore(settings, 'any').catch((error: unknown) => {
    throw cannotOpen(error)
  })
  try {
    const [clock, random] = [systemClock, systemRandom]
    const metrics = new MetricHistory({ engine, clock, random })
    // What it seals are page tokens, and this process reads them itself.
    const secret = Buffer.from(random.bytes(32))
    const tableKeys = encryption?.tableKeys
    const { tableTransitionMs } = settings
    const parts = { engine, clock, random, metrics, secret, tableKeys, tableTransitionMs }
    return await readWorkloads(assembleDatabase(parts), request)
  } finally {
    await engine.close()
  }
}

export async function readWorkloads(
  database: Database,
  { region, table, ...request }: StoredWorkloadRequest,
): Promise<readonly Workload[]> {
  const workloads: Workload[] = []
  for (const { scope, names } of await scopesOf(database)) {
    if (region !== undefined && scope.region !== region) continue
    if (table !== undefined && !names.has(table)) continue
    const nowMs = database.clock.now()
    const call = callWithin(database, scope)
    workloads.push(await readWorkload(call, { ...request, table, scope, nowMs }))
  }
  return workloads
}

interface UsedScope {
  readonly scope: Scope
  readonly names: Set<string>
}

async function scopesOf({ catalog }: Database): Promise<readonly UsedScope[]> {
  const scopes = new Map<string, UsedScope>()
  for await (const { account, region, name } of catalog.allTables()) {
    const key = `${account} ${region}`
    const known = scopes.get(key) ?? { scope: { account, region }, names: new Set() }
    known.names.add(name)
    scopes.set(key, known)
  }
  return [...scopes.values()]
}

/** As a client would call, in JSON, with nobody to judge it and nothing to measure it. */
function callWithin(database: Database, { account, region }: Scope): JsonCall {
  const dispatcher = createDispatcher(database)
  const caller = { account, region, accessKeyId: '' }
  return async (id, input) => {
    const operation = requireOperation(id)
    const json: unknown = JSON.parse(JSON.stringify(input))
    const decoded = operation.definition.decodeJson(json)
    const origin = { caller, host: '', requestId: '' }
    const answer = await dispatcher.dispatch({ operation, input: decoded, ...origin })
    return JSON.parse(JSON.stringify(answer ?? {})) as never
  }
}

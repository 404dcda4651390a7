/**
 * What may be changed while a table is UPDATING. AWS: that depends on what is updated and on what is
 * to be changed, and most refusals name both. For the jobs of indexes see `index-admission.ts`.
 */
import { resourceInUse, type ServiceError } from '../../model/errors.js'
import type { TableDefinition, UpdateJob } from '../../model/table.js'
import { stateOf, stillInUse } from '../life-cycle.js'
import { isOnline } from './index-admission.js'
import type { TableUpdate } from './table-update.js'
import { checkedMaxima } from './throughput.js'

/** Refuses what the job under way does not allow. */
export function admitDuringJob(
  definition: TableDefinition,
  update: TableUpdate,
  nowMs: number,
): void {
  if (stateOf(definition, nowMs) !== 'updating') return
  const job = definition.transition?.job
  if (job === 'index') return
  if (job === undefined) throw stillInUse(definition.name, 'updating')
  const { billingMode: _mode, ...others } = update
  const asked = isDroppedSwitch(definition, update, nowMs) ? others : update
  const wanted = wantedJob(definition, asked, job)
  if (wanted !== undefined) throw inUse(refusal(wanted, job, definition))
  if (update.onDemandThroughput !== undefined) refuseMaxima(definition, update, job)
}

type TableJob = Exclude<UpdateJob, 'index'>

type Wanted = 'throughput' | 'stream' | 'class' | 'index'

/**
 * AWS: a table that becomes provisioned answers the way back with success, and stays provisioned.
 */
export function isDroppedSwitch(
  definition: TableDefinition,
  { billingMode }: TableUpdate,
  nowMs: number,
): boolean {
  const { billing, transition } = definition
  const becomesProvisioned = billing.mode === 'provisioned' && transition?.job === 'billing'
  return (
    billingMode === 'on-demand' && becomesProvisioned && stateOf(definition, nowMs) === 'updating'
  )
}

function wantedJob(
  { billing }: TableDefinition,
  update: TableUpdate,
  job: TableJob,
): Wanted | undefined {
  const { billingMode = billing.mode, throughput, stream, tableClass } = update
  const { indexUpdates = [], vectorIndexUpdates = [] } = update
  const isAgain = job === 'billing' && update.billingMode !== undefined
  const isSwitch = billingMode !== billing.mode || isAgain
  if (throughput !== undefined || isSwitch) return 'throughput'
  if (stream !== undefined) return 'stream'
  if ([...indexUpdates, ...vectorIndexUpdates].some(isOnline)) return 'index'
  return tableClass === undefined ? undefined : 'class'
}

/** What cannot be done while something else is; the first is the usual form. */
const verbs: Readonly<Record<Wanted, readonly [string, string]>> = {
  throughput: ["Can't change table IOPS", "Can't change table IOPS"],
  stream: ["Can't change stream status", "Can't enable or disable stream"],
  class: ["Can't update table class", "Can't update table class"],
  index: ["Can't create or delete an index", "Can't create or delete indexes"],
}

function refusal(wanted: Wanted, job: TableJob, definition: TableDefinition): string {
  const [usual, duringThroughput] = verbs[wanted]
  const table = `Table: ${definition.name}`
  switch (job) {
    case 'throughput':
    case 'billing':
      return wanted === 'throughput'
        ? `Table IOPS are currently being updated. ${table}`
        : `${duringThroughput} while table IOPS are being updated. ${table}`
    case 'stream': {
      const stream = `${table} Stream: ${definition.stream?.label} Operation: ${operationOn(definition)}`
      return wanted === 'stream'
        ? `A stream status change is currently in progress. ${stream}`
        : `${usual} when stream status is being updated. ${stream}`
    }
    case 'class':
      return `${usual} when a table class update is in progress. ${table} ${newClassOf(definition)}`
  }
}

function operationOn({ stream }: TableDefinition): 'ENABLE' | 'DISABLE' {
  return stream?.enabled ? 'ENABLE' : 'DISABLE'
}

function newClassOf({ tableClass }: TableDefinition): string {
  return `TableClassUpdateInProgress: ${tableClass?.name}`
}

/** AWS: while the billing mode changes, the previous one still says whether there can be maxima. */
function refuseMaxima(definition: TableDefinition, update: TableUpdate, job: TableJob): void {
  const { billing } = definition
  const what = 'OnDemandThroughput cannot be updated while'
  if (job === 'stream') throw inUse(`${what} stream status update is in progress`)
  if (job === 'class') {
    throw inUse(`${what} TableClass update is in progress. ${newClassOf(definition)}`)
  }
  if (job === 'billing' && billing.mode === 'provisioned') {
    throw inUse(`${what} BillingMode update is in progress`)
  }
  const provisioned = { ...billing, mode: 'provisioned' } as const
  checkedMaxima(update.onDemandThroughput, { billing: provisioned, wording: 'UpdateTable' })
}

function inUse(detail: string): ServiceError {
  return resourceInUse(`Attempt to change a resource which is still in use: ${detail}`)
}

/**
 * The policies of tables and streams: read, put and deleted. A change renews the access stamp, so every
 * server heeds it from the next request on. They are kept in any mode; only a server that authorises its
 * callers asks them (`resource-rights.ts`).
 */
import { getStream } from '../changes/stream-record.js'
import { resourceInUse, resourceNotFound, ServiceError, tableNotFound } from '../model/errors.js'
import { resourcePolicyPendingMs } from '../model/limits.js'
import type { Clock } from '../stdx/clock.js'
import type { AccessStamp } from '../storage/access-stamp.js'
import type { Engine, Get } from '../storage/engine.js'
import { formatSteps, getFormat, ratchet } from '../storage/format.js'
import { isBeingRestored, stateOf, stillInUse } from './life-cycle.js'
import {
  decodePolicyRecord,
  getPolicyRecord,
  putPolicyRecord,
  type NewResourcePolicy,
  type PolicyTarget,
  type ResourcePolicyRecord,
} from './resource-policy-record.js'
import { requireRevision } from './rules/policy-revision.js'
import { sameDocument } from '../policies/canonical-policy.js'
import { decodeTableRecord, getTableRecord } from './table-record.js'

export interface ResourcePoliciesDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly access: AccessStamp
  /** How long a table or stream must wait between two changes of its policy. */
  readonly intervalMs: number
}

/** The table or stream itself, at the moment of the transaction. */
interface Owner {
  readonly tableId: string | undefined
  readonly isBeingDeleted: boolean
}

export class ResourcePolicies {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #access: AccessStamp
  readonly #intervalMs: number

  constructor({ engine, clock, access, intervalMs }: ResourcePoliciesDependencies) {
    this.#engine = engine
    this.#clock = clock
    this.#access = access
    this.#intervalMs = intervalMs
  }

  /** Undefined if there is none. Throws if there is no such table or stream. */
  async find(target: PolicyTarget): Promise<ResourcePolicyRecord | undefined> {
    const [found, policy] = await this.#engine.read([ownerOf(target), getPolicyRecord(target)])
    const { tableId } = requireOwner(target, found, this.#clock.now())
    const record = decodePolicyRecord(policy, tableId)
    return record?.document === undefined ? undefined : record
  }

  /** The id of the revision: the current one if the document says the same as the stored one. */
  put(
    target: PolicyTarget,
    wanted: NewResourcePolicy,
    expectedRevisionId: string | undefined,
  ): Promise<string> {
    return this.#change(target, expectedRevisionId, (current) => {
      const { document, omitsVersion } = wanted
      const isSame =
        current?.document !== undefined &&
        current.omitsVersion === omitsVersion &&
        sameDocument(current.document, document)
      if (isSame) return { result: current.revisionId }
      return { next: { document, ...(omitsVersion && { omitsVersion }) }, result: undefined }
    }).then((revisionId) => revisionId!)
  }

  /**
   * The id of the revision that was deleted; that of its deletion if it was deleted before; undefined if
   * there never was one.
   */
  delete(
    target: PolicyTarget,
    expectedRevisionId: string | undefined,
  ): Promise<string | undefined> {
    return this.#change(target, expectedRevisionId, (current) => {
      if (current?.document === undefined) return { result: current?.revisionId }
      return { next: {}, result: current.revisionId }
    })
  }

  /** AWS: a table whose policy has just changed cannot be deleted yet. */
  async requireSettled(target: PolicyTarget): Promise<void> {
    if (this.#intervalMs === 0) return
    const [found, policy] = await this.#engine.read([ownerOf(target), getPolicyRecord(target)])
    const nowMs = this.#clock.now()
    const record = decodePolicyRecord(policy, requireOwner(target, found, nowMs).tableId)
    if (record === undefined || nowMs - Number(record.revisionId) >= resourcePolicyPendingMs) return
    throw resourceInUse(
      `Attempt to change a resource which is still in use: Table: ${target.tableName} has a pending resource-based policy update.`,
    )
  }

  /** Without `next` nothing changes, and the result is answered; with it, the new id unless there is one. */
  #change(
    target: PolicyTarget,
    expectedRevisionId: string | undefined,
    decideNext: (current: ResourcePolicyRecord | undefined) => {
      readonly next?: Pick<ResourcePolicyRecord, 'document' | 'omitsVersion'>
      readonly result: string | undefined
    },
  ): Promise<string | undefined> {
    const renewal = this.#access.renewal()
    const nowMs = this.#clock.now()
    return this.#access.changing(() =>
      this.#engine.transact({
        reads: [getFormat(), ownerOf(target), getPolicyRecord(target)],
        decide: ([mark, found, policy]) => {
          const owner = requireOwner(target, found, nowMs)
          const current = decodePolicyRecord(policy, owner.tableId)
          requireRevision(target, this.#shown(current, nowMs), expectedRevisionId)
          const { next, result } = decideNext(current)
          if (next === undefined) return { mutations: [], result }
          if (owner.isBeingDeleted) throw stillInUse(target.tableName, 'deleting')
          this.#requirePause(target, current, nowMs)
          const revisionId = String(Math.max(nowMs, Number(current?.revisionId ?? 0) + 1))
          const { tableId } = owner
          const record = { ...next, revisionId, ...(tableId !== undefined && { tableId }) }
          const raised = ratchet(mark, [formatSteps.resourcePolicies])
          const mutations = [...raised, putPolicyRecord(target, record), renewal]
          return { mutations, result: result ?? revisionId }
        },
      }),
    )
  }

  /** AWS: until a table may have a policy again, the deletion of the last one counts as a revision. */
  #shown(
    record: ResourcePolicyRecord | undefined,
    nowMs: number,
  ): ResourcePolicyRecord | undefined {
    const isOver = record?.document === undefined && !this.#isResting(record, nowMs)
    return isOver ? undefined : record
  }

  #isResting(record: ResourcePolicyRecord | undefined, nowMs: number): boolean {
    if (record === undefined || this.#intervalMs === 0) return false
    return nowMs - Number(record.revisionId) < this.#intervalMs
  }

  #requirePause(
    { tableName, streamLabel }: PolicyTarget,
    current: ResourcePolicyRecord | undefined,
    nowMs: number,
  ): void {
    if (current === undefined || !this.#isResting(current, nowMs)) return
    const changedAtMs = Number(current.revisionId)
    const name = streamLabel ?? tableName
    if (nowMs - changedAtMs < resourcePolicyPendingMs) {
      const kind = streamLabel === undefined ? 'Table' : 'Stream'
      throw resourceInUse(
        `Attempt to change a resource which is still in use: ${kind} is pending previous resource-based policy update: ${name}`,
      )
    }
    const kind = streamLabel === undefined ? 'table' : 'stream'
    const until = new Date(changedAtMs + this.#intervalMs).toISOString()
    throw new ServiceError(
      'ThrottlingException',
      `Resource-based policy for ${kind} ${name} modified within the previous ${this.#intervalMs} milliseconds. Please try again after ${until}.`,
    )
  }
}

function ownerOf(target: PolicyTarget): Get {
  const { tableName, streamLabel } = target
  return streamLabel === undefined
    ? getTableRecord(target, tableName)
    : getStream(target, tableName, streamLabel)
}

/** AWS: a table that is CREATING is not found. A stream's policy lives as long as the stream. */
function requireOwner(target: PolicyTarget, bytes: Buffer | undefined, nowMs: number): Owner {
  const { tableName, streamLabel } = target
  if (streamLabel !== undefined) {
    if (bytes === undefined) {
      throw resourceNotFound(`Stream: ${streamLabel} not found for Table: ${tableName}`)
    }
    return { tableId: undefined, isBeingDeleted: false }
  }
  if (bytes === undefined) throw tableNotFound(tableName)
  const { definition } = decodeTableRecord(bytes)
  const state = stateOf(definition, nowMs)
  if (state === 'gone' || state === 'creating' || isBeingRestored(definition)) {
    throw tableNotFound(tableName)
  }
  return { tableId: definition.id, isBeingDeleted: state === 'deleting' }
}

/**
 * What a table or stream itself says about rights: its policy and its tags. Asked with every request of a
 * server that authorises its callers, so it is remembered, for a limited number of resources, and exact:
 * everything that changes it renews the access stamp, and an answer is only as old as the stamp.
 */
import { parsePolicy } from '../policies/parse-policy.js'
import { PolicyFault } from '../policies/policy-fault.js'
import type { Policy } from '../policies/policy.js'
import type { NamedPolicy } from '../policies/policy-sets.js'
import { parseStreamArn, parseTableArn } from '../model/arn.js'
import { resourceArnLengthMax } from '../model/limits.js'
import type { Tag } from '../model/table.js'
import type { AccessStamp } from '../storage/access-stamp.js'
import type { Engine } from '../storage/engine.js'
import { resourceRightsEntriesMax } from './limits.js'
import {
  decodePolicyRecord,
  getPolicyRecord,
  targetArn,
  type PolicyTarget,
} from './resource-policy-record.js'
import { decodeTableRecord, getTableRecord } from './table-record.js'

export interface ResourceRights {
  readonly policy?: NamedPolicy
  /** Of the table, for its indexes too. AWS: streams can have tags of their own; here they have none. */
  readonly tags: readonly Tag[]
}

const noRights: ResourceRights = { tags: [] }

export class ResourceRightsCache {
  readonly #engine: Engine
  readonly #access: AccessStamp
  readonly #known = new Map<string, ResourceRights>()
  /** What is known is as old as this stamp. */
  #stamp = ''

  constructor(engine: Engine, access: AccessStamp) {
    this.#engine = engine
    this.#access = access
  }

  /**
   * By the ARN of a table, an index or a stream; anything else, backups and exports among them, has
   * neither. Does not wait if the answer is known and the stamp needs no read. `asOf` is a stamp that was
   * read for the same request.
   */
  find(arn: string, asOf?: string): ResourceRights | Promise<ResourceRights> {
    const stamp = asOf ?? this.#access.current()
    return typeof stamp === 'string'
      ? this.#under(stamp, arn)
      : stamp.then((read) => this.#under(read, arn))
  }

  #under(stamp: string, arn: string): ResourceRights | Promise<ResourceRights> {
    if (stamp !== this.#stamp) {
      this.#known.clear()
      this.#stamp = stamp
    }
    return this.#known.get(arn) ?? this.#read(stamp, arn)
  }

  async #read(stamp: string, arn: string): Promise<ResourceRights> {
    const target = targetIn(arn)
    const rights = target === undefined ? noRights : await this.#load(target)
    if (stamp === this.#stamp) this.#keep(arn, rights)
    return rights
  }

  async #load(target: PolicyTarget): Promise<ResourceRights> {
    const [table, policy] = await this.#engine.read([
      getTableRecord(target, target.tableName),
      getPolicyRecord(target),
    ])
    const definition = table && decodeTableRecord(table).definition
    const isStream = target.streamLabel !== undefined
    const record = decodePolicyRecord(policy, isStream ? undefined : definition?.id)
    const tags = isStream ? [] : (definition?.tags ?? [])
    if (record?.document === undefined) return { tags }
    const name = `policy of ${targetArn(target)}`
    return { tags, policy: { name, policy: compiled(record.document) } }
  }

  #keep(arn: string, rights: ResourceRights): void {
    if (this.#known.size >= resourceRightsEntriesMax) {
      for (const oldest of this.#known.keys()) {
        this.#known.delete(oldest)
        break
      }
    }
    this.#known.set(arn, rights)
  }
}

const nothing = parsePolicy(
  '{"Statement":{"Effect":"Deny","Principal":"*","Action":"*","Resource":"*"}}',
  'resource',
)

/** What cannot be understood, a newer version's perhaps, may be what forbids the request: it denies everything. */
function compiled(document: string): Policy {
  try {
    return parsePolicy(document, 'resource')
  } catch (fault) {
    if (fault instanceof PolicyFault) return nothing
    throw fault
  }
}

const indexPart = /\/index\/[^/]*$/

/** A statement may name a table by any text, and a long one does not fit into a key. */
function targetIn(arn: string): PolicyTarget | undefined {
  if (arn.length > resourceArnLengthMax) return undefined
  const stream = parseStreamArn(arn)
  if (stream !== undefined) {
    const { label, ...table } = stream
    return { ...table, streamLabel: label }
  }
  return parseTableArn(arn.replace(indexPart, ''))
}

/**
 * The policy of a table or stream as it is stored, by ARN. A table's policy names the table's id, so it never
 * speaks of another table of that name. A deleted policy leaves the moment of its deletion behind.
 */
import { streamArn, tableArn, type Scope } from '../model/arn.js'
import { systemSpace, type Get, type Mutation } from '../storage/engine.js'
import { formatSteps, getFormat, ratchet } from '../storage/format.js'
import { resourcePolicyKey } from '../storage/iam-keys.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { transactionPart, type TransactionPart } from '../storage/transaction-part.js'

/** What has a policy: a table, or one of its streams. */
export interface PolicyTarget extends Scope {
  readonly tableName: string
  /** Undefined for the table itself. */
  readonly streamLabel?: string
}

export interface ResourcePolicyRecord {
  /** As it is read back. Undefined: it was deleted. */
  readonly document?: string
  /** AWS: a document without a version is another one than the same with the version it is read back with. */
  readonly omitsVersion?: true
  /** AWS: the milliseconds of the change, or of the deletion. */
  readonly revisionId: string
  /** Of the table that it was written for; a stream's label is never used again. */
  readonly tableId?: string
}

/** A document that was checked. */
export type NewResourcePolicy = Required<Pick<ResourcePolicyRecord, 'document'>> &
  Pick<ResourcePolicyRecord, 'omitsVersion'>

const { record: kind, revision } = formatSteps.resourcePolicies
const { encode, decode } = jsonRecordAt<ResourcePolicyRecord>(kind, revision)

export function targetArn(target: PolicyTarget): string {
  const table = tableArn(target, target.tableName)
  return target.streamLabel === undefined ? table : streamArn(table, target.streamLabel)
}

export function getPolicyRecord(target: PolicyTarget): Get {
  return { kind: 'get', space: systemSpace, key: keyOf(target) }
}

export function putPolicyRecord(target: PolicyTarget, record: ResourcePolicyRecord): Mutation {
  return { kind: 'put', space: systemSpace, key: keyOf(target), value: encode(record) }
}

/** The policy that a table is created with. */
export function firstPolicy(
  target: PolicyTarget,
  tableId: string,
  { document, omitsVersion }: NewResourcePolicy,
  { nowMs }: { readonly nowMs: number },
): TransactionPart {
  const record = {
    document,
    ...(omitsVersion && { omitsVersion }),
    revisionId: String(nowMs),
    tableId,
  }
  return transactionPart([getFormat()], ([mark]) => [
    ...ratchet(mark, [formatSteps.resourcePolicies]),
    putPolicyRecord(target, record),
  ])
}

export function deletePolicyRecord(target: PolicyTarget): Mutation {
  return { kind: 'delete', space: systemSpace, key: keyOf(target) }
}

/** What is stored for this table, not for an earlier one of its name. */
export function decodePolicyRecord(
  bytes: Buffer | undefined,
  tableId: string | undefined,
): ResourcePolicyRecord | undefined {
  if (bytes === undefined) return undefined
  const record = decode(bytes)
  return record.tableId === tableId ? record : undefined
}

function keyOf(target: PolicyTarget): Buffer {
  return resourcePolicyKey(targetArn(target))
}

/** The ARN by which operations on tags and policies name a table or one of its streams. */
import { parseStreamArn, parseTableArn, type TableArn } from '../../../model/arn.js'
import { invalidParameter } from '../../../model/errors.js'

export interface ResourceArn extends TableArn {
  /** Undefined for the table itself. */
  readonly streamLabel?: string
}

const indexPattern = /^arn:[a-z-]+:dynamodb:[a-z0-9-]+:\d{12}:table\/[a-zA-Z0-9_.-]+\/index\/./

/** In the order AWS reports faults. */
export function readResourceArn(arn: string): ResourceArn {
  if (!arn.startsWith('arn:')) throw invalidParameter(`ARNs must start with 'arn:': ${arn}`)
  if (indexPattern.test(arn)) {
    throw invalidParameter(
      `Invalid resource arn provided, only table or stream is accepted. Provided resource arn: ${arn}`,
    )
  }
  const table = parseTableArn(arn)
  if (table !== undefined) return table
  const stream = parseStreamArn(arn)
  if (stream === undefined) {
    throw invalidParameter(`Provided Arn is not a DynamoDB resource arn: ${arn}`)
  }
  const { label, ...rest } = stream
  return { ...rest, streamLabel: label }
}

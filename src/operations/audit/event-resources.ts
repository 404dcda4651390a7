/** What a call was about, as CloudTrail names it. */
import { parseStreamArn, parseTableArn, tableArn } from '../../model/arn.js'
import type { Caller } from '../../model/caller.js'

export interface EventResource {
  readonly accountId: string
  readonly type: string
  readonly ARN: string
}

/** `tables` by name or ARN. Undefined if there are none. */
export function resourcesOf(
  caller: Caller,
  input: unknown,
  tables: readonly string[],
): readonly EventResource[] | undefined {
  const { StreamArn, RoleArn } = (input ?? {}) as Readonly<Record<string, unknown>>
  const found = [
    ...tables.map((table) => tableResource(caller, table)),
    typeof StreamArn === 'string' ? streamResource(StreamArn) : undefined,
    typeof RoleArn === 'string' ? roleResource(RoleArn) : undefined,
  ].filter((each) => each !== undefined)
  return found.length === 0 ? undefined : found
}

function tableResource(caller: Caller, nameOrArn: string): EventResource | undefined {
  const ARN = nameOrArn.startsWith('arn:') ? nameOrArn : tableArn(caller, nameOrArn)
  return resource('AWS::DynamoDB::Table', ARN, parseTableArn(ARN)?.account)
}

function streamResource(ARN: string): EventResource | undefined {
  return resource('AWS::DynamoDB::Stream', ARN, parseStreamArn(ARN)?.account)
}

function roleResource(ARN: string): EventResource | undefined {
  return resource('AWS::IAM::Role', ARN, /^arn:aws:iam::(\d{12}):role\//.exec(ARN)?.[1])
}

function resource(
  type: string,
  ARN: string,
  accountId: string | undefined,
): EventResource | undefined {
  return accountId === undefined ? undefined : { accountId, type, ARN }
}

/** What is sent to both servers. A history begins with no tables and is repeated from its start. */
import type { CallAnswer, Client, Json } from '../support/client.js'

export interface Request {
  readonly operation: string
  readonly input: Json
  /** Follows LastEvaluatedKey, and compares the pages together. */
  readonly paged?: boolean
}

export type History = readonly Request[]

/** More pages than any history can fill. */
const pagesMax = 60

export async function send(client: Client, request: Request): Promise<CallAnswer> {
  const input = await withArn(client, request.input)
  const first = await client.call(request.operation, input)
  return request.paged === true ? withRest(client, request, first) : first
}

/** Servers differ in accounts and regions: `table:name` stands for the ARN of that table. */
async function withArn(client: Client, input: Json): Promise<Json> {
  const TableName = /^table:(.*)$/.exec(String(input['ResourceArn']))?.[1]
  if (TableName === undefined) return input
  const { body } = await client.call('DescribeTable', { TableName })
  const table = (body['Table'] ?? {}) as Json
  const missing = `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`
  return { ...input, ResourceArn: table['TableArn'] ?? missing }
}

async function withRest(client: Client, request: Request, first: CallAnswer): Promise<CallAnswer> {
  const pages = [first]
  for (let last = first; pages.length < pagesMax; pages.push(last)) {
    const ExclusiveStartKey = last.body['LastEvaluatedKey']
    if (ExclusiveStartKey === undefined) break
    last = await client.call(request.operation, { ...request.input, ExclusiveStartKey })
    if (last.status !== 200) return last
  }
  return first.status === 200 ? { ...first, body: together(pages.map(({ body }) => body)) } : first
}

/** Pages of a Scan differ in any two implementations, since their hash functions do. */
function together(pages: readonly Json[]): Json {
  const sum = (name: string): number =>
    pages.reduce((total, page) => total + Number(page[name] ?? 0), 0)
  const Items = pages.flatMap((page) => (page['Items'] ?? []) as readonly unknown[])
  return { Items, Count: sum('Count'), ScannedCount: sum('ScannedCount') }
}

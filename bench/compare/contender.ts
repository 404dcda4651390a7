/** A server that takes part in the comparison. */
import { call, createTable } from '../load/call.js'
import type { SigningCredentials } from '../load/sign.js'
import { fillInputs } from './rows.js'

export interface Contender {
  /** What it is called on the command line. */
  readonly id: string
  readonly name: string
  readonly isPeer: boolean
  readonly url: string
  readonly pid: number
  /** For servers that check signatures. */
  readonly credentials?: SigningCredentials
  /** Operations and features that it does not have. */
  readonly lacks: readonly string[]
  stop(): Promise<void>
}

/** The tables of the comparison; those of variants are created when they are measured. */
export const tables = {
  plain: { name: 'bench', rest: {} },
  indexed: { name: 'indexed', rest: { ...threeIndexes() } },
  streamed: {
    name: 'streamed',
    rest: {
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    },
  },
} as const
export type TableKind = keyof typeof tables

const fillsAtOnce = 4

export async function fill(contender: Contender, kind: TableKind): Promise<void> {
  const { url, credentials } = contender
  const { name, rest } = tables[kind]
  await createTable(url, name, rest, credentials)
  const inputs = fillInputs(name)[Symbol.iterator]()
  const fillers = Array.from({ length: fillsAtOnce }, async () => {
    for (const input of inputs) await call(url, 'BatchWriteItem', input, credentials)
  })
  await Promise.all(fillers)
}

function threeIndexes(): object {
  const attributes = ['version1', 'version2', 'version3']
  const names = ['pk', 'sk', ...attributes]
  return {
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    GlobalSecondaryIndexes: attributes.map((AttributeName) => ({
      IndexName: `by-${AttributeName}`,
      KeySchema: [
        { AttributeName, KeyType: 'HASH' },
        { AttributeName: 'pk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    })),
  }
}

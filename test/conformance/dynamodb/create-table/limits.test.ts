/** The largest tables that CreateTable accepts. */
import { describe } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkAccepted } from '../../../support/expect.js'
import {
  attribute,
  hash,
  onDemand,
  projectAll,
  provisioned,
  range,
} from '../../../support/tables.js'

const client = await connect()
const names = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`)
const indexes = (count: number, keys: (name: string) => readonly Json[], Projection = projectAll) =>
  names('index', count).map((IndexName, n) => ({ IndexName, KeySchema: keys(`k${n}`), Projection }))

const shape = (extra: readonly string[]): Json => ({
  AttributeDefinitions: ['pk', 'sk', ...extra].map((name) => attribute(name, 'S')),
  KeySchema: [hash('pk'), range('sk')],
  ...onDemand,
})

describe('CreateTable accepts', () => {
  checkAccepted(client, 'CreateTable', {}, [
    ['a name of 3 characters', { TableName: newTableName().slice(-3), ...shape([]) }],
    ['a name of 255 characters', { TableName: newTableName().padEnd(255, 'n'), ...shape([]) }],
    ['a name of dots, dashes and underscores', { TableName: `._-${newTableName()}`, ...shape([]) }],
    [
      'a key name of 255 characters',
      {
        TableName: newTableName(),
        AttributeDefinitions: [attribute('k'.repeat(255), 'N')],
        KeySchema: [hash('k'.repeat(255))],
        ...onDemand,
      },
    ],
    [
      'five local indexes',
      {
        TableName: newTableName(),
        ...shape(names('k', 5)),
        LocalSecondaryIndexes: indexes(5, (name) => [hash('pk'), range(name)]),
      },
    ],
    [
      'twenty global indexes',
      {
        TableName: newTableName(),
        ...shape(names('k', 20)),
        GlobalSecondaryIndexes: indexes(20, (name) => [hash(name)]),
      },
    ],
    [
      '100 projected attributes in all',
      {
        TableName: newTableName(),
        ...shape(names('k', 5)),
        GlobalSecondaryIndexes: indexes(5, (name) => [hash(name)], {
          ProjectionType: 'INCLUDE',
          NonKeyAttributes: names('a', 20),
        }),
      },
    ],
    [
      'large throughput',
      { TableName: newTableName(), ...shape([]), BillingMode: null, ...provisioned(40000, 40000) },
    ],
  ])
})

/** Refused DescribeTable requests. */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const absent = newTableName('absent')
const { TableArn } = (await client.untilActive(await client.createTable(partitionOnly()))) as {
  TableArn: string
}
const elsewhere = TableArn.replace(/^arn:aws:dynamodb:[^:]+/, 'arn:aws:dynamodb:mars-north-1')
const ofOthers = TableArn.replace(/:\d{12}:/, ':210987654321:')

for (const [operation, request] of [
  ['DescribeTable', {}],
  ['GetItem', { Key: { pk: { S: 'a' } } }],
] as const) {
  describe(`${operation} refuses as a table name`, () => {
    checkRefusals(client, operation, request, [
      [
        'an ARN of another region',
        { TableName: elsewhere },
        `1 validation error detected: Invalid AWS region in '${elsewhere}'`,
      ],
      [
        'an ARN of another account',
        { TableName: ofOthers },
        'Access is denied',
        'AccessDeniedException',
      ],
      // AWS: the sentence is not known.
      ['an ARN of an index', { TableName: `${TableArn}/index/some` }, /./],
    ])
  })
}

describe('DescribeTable refuses', () => {
  checkRefusals(client, 'DescribeTable', {}, [
    ['no table name', {}, say.tableNameRequired],
    [
      'an empty table name',
      { TableName: '' },
      say.failures(
        say.failure('', 'tableName', say.lengthAtLeast(3)),
        say.failure('', 'tableName', say.namePattern),
      ),
    ],
    [
      'a table name of two characters',
      { TableName: 'ab' },
      say.failures(say.failure('ab', 'tableName', say.lengthAtLeast(3))),
    ],
    [
      'a table name of 256 characters',
      { TableName: 'a'.repeat(256) },
      say.failures(say.failure('a'.repeat(256), 'tableName', say.lengthAtMost(255))),
    ],
    [
      'a table name with a bad character',
      { TableName: 'abc;' },
      say.failures(say.failure('abc;', 'tableName', say.namePattern)),
    ],
    [
      'a table that does not exist',
      { TableName: absent },
      say.tableNotFound(absent),
      'ResourceNotFoundException',
    ],
  ])
})

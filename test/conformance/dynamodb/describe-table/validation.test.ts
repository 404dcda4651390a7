/** Refused DescribeTable requests. */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import * as say from '../../../support/sentences.js'

const client = await connect()
const absent = newTableName('absent')

describe('DescribeTable refuses', () => {
  checkRefusals(client, 'DescribeTable', {}, [
    ['no table name', {}, say.tableNameRequired],
    ['an empty table name', { TableName: '' }, say.tableNameLength],
    ['a table name of two characters', { TableName: 'ab' }, say.tableNameLength],
    ['a table name of 256 characters', { TableName: 'a'.repeat(256) }, say.tableNameLength],
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

/** Refused ListTables requests. */
import { describe } from 'node:test'
import { connect } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import {
  failure,
  failures,
  lengthAtLeast,
  lengthAtMost,
  namePattern,
  valueAtLeast,
  valueAtMost,
} from '../../../support/sentences.js'

const client = await connect()
const start = 'exclusiveStartTableName'

describe('ListTables refuses', () => {
  checkRefusals(client, 'ListTables', {}, [
    ['a limit of zero', { Limit: 0 }, failures(failure('0', 'limit', valueAtLeast(1)))],
    ['a limit below zero', { Limit: -5 }, failures(failure('-5', 'limit', valueAtLeast(1)))],
    ['a limit of 101', { Limit: 101 }, failures(failure('101', 'limit', valueAtMost(100)))],
    [
      'a start of one bad character',
      { ExclusiveStartTableName: '!' },
      failures(failure('!', start, namePattern), failure('!', start, lengthAtLeast(3))),
    ],
    [
      'an empty start',
      { ExclusiveStartTableName: '' },
      new RegExp(`at '${start}' failed to satisfy constraint: Member must ${lengthAtLeast(3)}$`),
    ],
    [
      'a start of 256 characters',
      { ExclusiveStartTableName: 'a'.repeat(256) },
      failures(failure('a'.repeat(256), start, lengthAtMost(255))),
    ],
    [
      'start and limit together, the start first',
      { Limit: 101, ExclusiveStartTableName: 'a;b' },
      failures(failure('a;b', start, namePattern), failure('101', 'limit', valueAtMost(100))),
    ],
  ])
})
